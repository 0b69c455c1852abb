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
const FIELD_NAME = /^[A-Za-z_]\w{0,40}(?:\[\d{1,3}\]|\.[A-Za-z_]\w{0,40}){0,6}$/;

/** Conform's own field, by which a form asks only to be checked; its other wishes are never sent to us. */
const INTENT_FIELD = '__intent__';
const STATE_FIELD = '__state__';
const CheckIntentSchema = z.strictObject({
  type: z.literal('validate'),
  payload: z.strictObject({ name: z.string().regex(FIELD_NAME).optional() }),
});

/**
 * The form of a request, with names that are safe to build from. Throws 413 over 1 MiB, 415 for another content type, 400
 * for what is no form of ours.
 */
export async function readForm(request: Request): Promise<FormData> {
  const contentType = request.headers.get('Content-Type') ?? '';
  const read = formReader(contentType);
  if (read === null) throw notForm();
  const form = await read(await readBytes(request));
  form.delete(STATE_FIELD);
  let count = 0;
  for (const name of form.keys()) {
    count += 1;
    if (count > FIELDS_MAX || name.length > NAME_LENGTH_MAX || !FIELD_NAME.test(name)) throw malformedForm();
  }
  if (!form.getAll(INTENT_FIELD).every(isCheckIntent) || form.getAll(INTENT_FIELD).length > 1)
    throw malformedForm();
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

function isCheckIntent(value: FormDataEntryValue): boolean {
  if (typeof value !== 'string') return false;
  try {
    return CheckIntentSchema.safeParse(JSON.parse(value)).success;
  } catch {
    return false;
  }
}
