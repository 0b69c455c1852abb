import { bodyTooLarge, malformedJson, notJson, tooManyKeys } from './http-errors.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  readonly maxKeys: number;
}

/**
 * Returns the JSON body of a request; {} without a body.
 * @throws {HttpError} 413 over `maxBytes` or `maxKeys`, 415 for another content type, 400 for malformed JSON
 */
export async function readJson(request: Request, { maxBytes, maxKeys }: BodyLimits): Promise<unknown> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.byteLength === 0) return {};
  if (!/^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(request.headers.get('Content-Type') ?? ''))
    throw notJson();
  if (hasMoreKeys(bytes, maxKeys)) throw tooManyKeys(maxKeys);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw malformedJson();
  }
}

const QUOTE = '"'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const SPACE = ' '.charCodeAt(0);

/** Counts keys without parsing: quotes followed by a colon, which are rare inside of texts. */
function hasMoreKeys(bytes: Uint8Array, most: number): boolean {
  let count = 0;
  for (let at = bytes.indexOf(COLON); at !== -1; at = bytes.indexOf(COLON, at + 1)) {
    let before = at - 1;
    while (before > 0 && (bytes[before] ?? QUOTE) <= SPACE) before -= 1;
    if (bytes[before] !== QUOTE) continue;
    count += 1;
    if (count > most) return true;
  }
  return false;
}

/**
 * Reads a body. Doesn't cancel an oversized one, which would close the connection before the response.
 * @throws {HttpError} 413 over `maxBytes`
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) throw bodyTooLarge(maxBytes);
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
