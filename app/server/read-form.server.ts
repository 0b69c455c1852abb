import { z } from 'zod';
import { malformedForm, notForm } from './http-errors.ts';
import { readBytes } from './read-body.server.ts';

/** As many students as a class may have, each with a good twenty fields, and some. */
const FIELDS_MAX = 25_000;
const NAME_LENGTH_MAX = 120;

/**
 * A field's name as our forms write them: words, joined by dots, and places in lists below 1000: 'students[12].address.city'.
 * Whatever reads a form builds objects and lists from its names, so that a name decides how much is built.
 */
const FIELD_NAME = /^(?!.*(?:constructor|prototype))[A-Za-z]\w{0,40}(?:\[\d{1,3}\]|\.[A-Za-z]\w{0,40}){0,6}$/;

/** Conform's own fields: what a form asks for instead of being sent, and what it remembers of itself. */
const INTENT_FIELD = '__intent__';
const STATE_FIELD = '__state__';

const name = z.string().regex(FIELD_NAME);
/** The lists whose rows a form's buttons add and take away. */
const list = z.enum(['students']);
const place = z.number().int().min(0).max(999);
const leaf = z.union([z.string(), z.boolean()]);
const row = z.record(z.string(), z.union([leaf, z.record(z.string(), leaf)]));

/** What the buttons of our forms ask for: to be checked, and to add or take away a row of a list. */
const IntentSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('validate'), payload: z.strictObject({ name: name.optional() }) }),
  z.strictObject({
    type: z.literal('insert'),
    payload: z.strictObject({ name: list, index: place.optional(), defaultValue: row.optional() }),
  }),
  z.strictObject({ type: z.literal('remove'), payload: z.strictObject({ name: list, index: place }) }),
]);

/**
 * The form of a request, with names that are safe to build from. Throws 413 over `maxBytes`, 1 MiB unless told, 415 for another
 * content type, 400 for what is no form of ours.
 */
export async function readForm(request: Request, maxBytes?: number): Promise<FormData> {
  const contentType = request.headers.get('Content-Type') ?? '';
  const read = formReader(contentType);
  if (read === null) throw notForm();
  const form = await read(await readBytes(request, maxBytes));
  form.delete(STATE_FIELD);
  let count = 0;
  for (const field of form.keys()) {
    count += 1;
    const isFine = field === INTENT_FIELD || (field.length <= NAME_LENGTH_MAX && FIELD_NAME.test(field));
    if (!isFine || count > FIELDS_MAX) throw malformedForm();
  }
  const intents = form.getAll(INTENT_FIELD);
  const isList = list.options.every((name) => !form.has(name));
  if (intents.length > 1 || !intents.every(isIntent) || !isList) throw malformedForm();
  return form;
}

type FormReader = (bytes: Uint8Array<ArrayBuffer>) => Promise<FormData>;

function formReader(contentType: string): FormReader | null {
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType)) return readUrlEncoded;
  if (/^multipart\/form-data\s*;/i.test(contentType)) return (bytes) => readMultipart(bytes, contentType);
  return null;
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
