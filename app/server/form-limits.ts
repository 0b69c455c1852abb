import { BULK_DECISIONS_MAX, MAX_BODY_BYTES } from '#app/config/constants.ts';

/** Limits of a form. Larger ones are refused before parsing, which would block other requests. */
export interface FormLimits {
  readonly maxBytes: number;
  readonly maxFields: number;
}

const KIB = 1024;

/** Anybody may send these: an email address, a code, a name. */
export const OPEN_FORM: FormLimits = { maxBytes: 16 * KIB, maxFields: 50 };

/** For signed-in users. The longest form is a decision with its note and both texts of its email. */
export const SIGNED_IN_FORM: FormLimits = { maxBytes: 256 * KIB, maxFields: 200 };

/** As many students as a list may have, for callers who send every field; pages send the list as one text. */
export const STUDENTS_FORM: FormLimits = { maxBytes: MAX_BODY_BYTES, maxFields: 12_500 };

/** The submission, with what a browser's draft holds as one text. */
export const DRAFT_FORM: FormLimits = { ...SIGNED_IN_FORM, maxBytes: MAX_BODY_BYTES };

/** An email of MJML, every sign of which is three in a form. */
export const TEMPLATE_FORM: FormLimits = { ...SIGNED_IN_FORM, maxBytes: MAX_BODY_BYTES };

/** A field for each designation that is decided on, beside the decision. */
export const BULK_FORM: FormLimits = {
  maxBytes: MAX_BODY_BYTES,
  maxFields: BULK_DECISIONS_MAX + SIGNED_IN_FORM.maxFields,
};
