import { MAX_BODY_BYTES } from '#app/config/constants.ts';
import { bodyTooLarge, malformedJson, notJson } from './http-errors.ts';

/** A body that is too large is read on to here and forgotten: a connection cut while it sends never hears the answer. */
const DRAINED_BYTES = 8 * MAX_BODY_BYTES;

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

/** The bytes of a request; throws 413 over `maxBytes`, 1 MiB unless told. */
export async function readBytes(
  request: Request,
  maxBytes = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  let chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > DRAINED_BYTES) {
      await reader.cancel();
      throw bodyTooLarge(maxBytes);
    }
    if (size > maxBytes) chunks = [];
    else chunks.push(value);
  }
  if (size > maxBytes) throw bodyTooLarge(maxBytes);
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
