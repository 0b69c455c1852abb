import { BULK_DECISIONS_MAX, MAX_BODY_BYTES } from '#app/config/constants.ts';

/** Larger forms are refused before parsing, which would block other requests. */
export interface FormLimits {
  readonly maxBytes: number;
  readonly maxFields: number;
}

const KIB = 1024;

/** Sent without signing in: an email address, a code, a name. */
export const OPEN_FORM: FormLimits = { maxBytes: 16 * KIB, maxFields: 50 };

/** For signed-in users. The longest form is a decision with its note and both texts of its email. */
export const SIGNED_IN_FORM: FormLimits = { maxBytes: 256 * KIB, maxFields: 200 };

/** For clients that send each field of every student. Our pages send the list as one text. */
export const STUDENTS_FORM: FormLimits = { maxBytes: MAX_BODY_BYTES, maxFields: 12_500 };

/** A submission, with the browser's draft as one text. */
export const DRAFT_FORM: FormLimits = { ...SIGNED_IN_FORM, maxBytes: MAX_BODY_BYTES };

/** MJML can be three times as long when URL-encoded. */
export const TEMPLATE_FORM: FormLimits = { ...SIGNED_IN_FORM, maxBytes: MAX_BODY_BYTES };

/** One field per selected designation, plus the decision. */
export const BULK_FORM: FormLimits = {
  maxBytes: MAX_BODY_BYTES,
  maxFields: BULK_DECISIONS_MAX + SIGNED_IN_FORM.maxFields,
};
