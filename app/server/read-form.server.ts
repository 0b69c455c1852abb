import { z } from 'zod';
import { formatPhone } from '#app/lib/text/phone.ts';
import { malformedForm, notForm, tooManyFields } from './http-errors.ts';
import { readBytes } from './read-body.server.ts';
import { BULK_DECISIONS_MAX, CONFORM_INTENT, MAX_BODY_BYTES } from '#app/config/constants.ts';

const NAME_LENGTH_MAX = 120;

/**
 * Words joined by dots, with indexes below 1000, like 'students[12].address.city'. Parsers build objects and arrays
 * from names, so the name limits their size.
 */
const FIELD_NAME = /^(?!.*(?:constructor|prototype))[A-Za-z]\w{0,40}(?:\[\d{1,3}\]|\.[A-Za-z]\w{0,40}){0,6}$/;

/** Conform's own field with the form's state. */
const STATE_FIELD = '__state__';

const name = z.string().regex(FIELD_NAME);
/** The lists whose rows can be added and removed with buttons. */
const list = z.enum(['students']);
const index = z.number().int().min(0).max(999);
const leaf = z.union([z.string(), z.boolean()]);
const row = z.record(z.string(), z.union([leaf, z.record(z.string(), leaf)]));

/** The intents of our forms' buttons: validate, and add or remove a row of a list. */
const IntentSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('validate'), payload: z.strictObject({ name: name.optional() }) }),
  z.strictObject({
    type: z.literal('insert'),
    payload: z.strictObject({ name: list, index: index.optional(), defaultValue: row.optional() }),
  }),
  z.strictObject({ type: z.literal('remove'), payload: z.strictObject({ name: list, index: index }) }),
]);

/** Phone fields at any depth: 'phone', 'fax', 'students[3].phone'. */
const PHONE_FIELD = /(?:^|\.)(?:phone|fax)$/;

/**
 * Parses a form with safe field names, and formats phones like the fields do on blur (specification, section 5).
 * @throws {HttpError} 413 over one of `limits`, 415 for another content type, 400 for a malformed form
 */
export async function readForm(request: Request, limits: FormLimits): Promise<FormData> {
  const contentType = request.headers.get('Content-Type') ?? '';
  const reader = formReader(contentType);
  if (reader === null) throw notForm();
  const bytes = await readBytes(request, limits.maxBytes);
  if (countUpTo(limits.maxFields + 1, reader, bytes) > limits.maxFields)
    throw tooManyFields(limits.maxFields);
  const form = await reader.read(bytes);
  form.delete(STATE_FIELD);
  for (const field of form.keys()) {
    const isFine = field === CONFORM_INTENT || (field.length <= NAME_LENGTH_MAX && FIELD_NAME.test(field));
    if (!isFine) throw malformedForm();
  }
  const intents = form.getAll(CONFORM_INTENT);
  const isList = list.options.every((name) => !form.has(name));
  if (intents.length > 1 || !intents.every(isIntent) || !isList) throw malformedForm();
  return withFormattedPhones(form);
}

/**
 * Returns which of these buttons was clicked; null for any other. It decides by which schema the form is parsed, and that
 * schema checks it again.
 * @param field the buttons' name
 */
export function intentOf<const Intent extends string>(
  form: FormData,
  intents: readonly Intent[],
  field = 'intent',
): Intent | null {
  return z.enum(intents).safeParse(form.get(field)).data ?? null;
}

/** Builds a new form, because `set` searches all fields each time. */
function withFormattedPhones(form: FormData): FormData {
  const formatted = new FormData();
  for (const [field, value] of form) {
    formatted.append(
      field,
      typeof value === 'string' && PHONE_FIELD.test(field) ? formatPhone(value) : value,
    );
  }
  return formatted;
}

interface FormReader {
  readonly separator: string;
  /** Whether a separator precedes the first field, too. */
  readonly startsWithSeparator: boolean;
  readonly read: (bytes: Uint8Array<ArrayBuffer>) => Promise<FormData>;
}

/** Counts the form's fields up to `most`, without parsing it. */
function countUpTo(
  most: number,
  { separator, startsWithSeparator }: FormReader,
  bytes: Uint8Array<ArrayBuffer>,
): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = startsWithSeparator ? 0 : 1;
  for (let at = text.indexOf(separator); at !== -1 && count < most; at = text.indexOf(separator, at + 1)) {
    count += 1;
  }
  return count;
}

function formReader(contentType: string): FormReader | null {
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) {
    return { separator: '&', startsWithSeparator: false, read: readUrlEncoded };
  }
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null;
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const separator = `--${quoted ?? bare ?? ''}\r\n`;
  return { separator, startsWithSeparator: true, read: (bytes) => readMultipart(bytes, contentType) };
}

function readUrlEncoded(bytes: Uint8Array): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes))) form.append(name, value);
  return Promise.resolve(form);
}

async function readMultipart(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw malformedForm();
  }
}

function isIntent(value: FormDataEntryValue): boolean {
  if (typeof value !== 'string') return false;
  try {
    return IntentSchema.safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
}

/** Limits of a form. Larger forms are rejected before parsing, which would block other requests. */
export interface FormLimits {
  readonly maxBytes: number;
  readonly maxFields: number;
}

const KIB = 1024;

/** Sent without signing in: an email address, a code, a name. */
export const PUBLIC_FORM: FormLimits = { maxBytes: 16 * KIB, maxFields: 50 };

/** For signed-in users. The longest form is a decision with its note and both texts of its email. */
export const SIGNED_IN_FORM: FormLimits = { maxBytes: 256 * KIB, maxFields: 200 };

/** For clients that send each field of every student. Our pages send the list as one text. */
export const STUDENTS_FORM: FormLimits = { maxBytes: MAX_BODY_BYTES, maxFields: 12_500 };

/** A submission, with the browser's draft as one text. */
export const DRAFT_FORM: FormLimits = { ...SIGNED_IN_FORM, maxBytes: MAX_BODY_BYTES };

/** MJML can be three times as long when URL-encoded. */
export const TEMPLATE_FORM: FormLimits = { ...SIGNED_IN_FORM, maxBytes: MAX_BODY_BYTES };

/** The settings, with a logo that may be as large as a photo, so that the form can say that it's too large. */
export const LOGO_FORM: FormLimits = { ...SIGNED_IN_FORM, maxBytes: 12 * MAX_BODY_BYTES };

/** One field per selected designation, plus the decision. */
export const BULK_FORM: FormLimits = {
  maxBytes: MAX_BODY_BYTES,
  maxFields: BULK_DECISIONS_MAX + SIGNED_IN_FORM.maxFields,
};
