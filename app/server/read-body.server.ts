import { MAX_BODY_BYTES } from '#app/config/constants.ts';
import { bodyTooLarge, malformedJson, notJson } from './http-errors.ts';

/** The JSON of a request; throws 413 over 1 MiB, 415 for another content type, 400 for malformed JSON. No body reads as {}. */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0) return {};
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw notJson();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw malformedJson();
  }
}

/** The form of a request, under the same limit. */
export async function readForm(request: Request): Promise<FormData> {
  const bytes = await readBytes(request);
  const contentType = request.headers.get('Content-Type') ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) {
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(new TextDecoder().decode(bytes)))
      form.append(name, value);
    return form;
  }
  return new Response(bytes, { headers: { 'Content-Type': contentType } }).formData();
}

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY_BYTES) throw bodyTooLarge();
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader.cancel();
      throw bodyTooLarge();
    }
    chunks.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
