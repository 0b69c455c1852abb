import { formatNumber } from '#app/lib/text/counted.ts';

/** Errors of the HTTP request itself, raised before any service is called. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Methods that any route may allow. */
export const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export const unknownPath = () => new HttpError(404, "There's no such endpoint. Check the path.");
export const methodNotAllowed = (method: string, allow: readonly string[]) =>
  new HttpError(405, `${method} is not allowed here. Allowed: ${allow.join(', ')}.`, {
    Allow: allow.join(', '),
  });
export const optionsResponse = (allow: readonly string[]) =>
  new Response(null, { status: 204, headers: { Allow: allow.join(', ') } });
export const bodyTooLarge = (maxBytes: number) =>
  new HttpError(413, `The body is larger than ${binarySize(maxBytes)}. Send less data at a time.`);
export const tooManyFields = (maxFields: number) =>
  new HttpError(413, `The form has more than ${formatNumber(maxFields)} fields. Send fewer at a time.`);
export const tooManyKeys = (maxKeys: number) =>
  new HttpError(413, `The body has more than ${formatNumber(maxKeys)} fields. Send fewer at a time.`);
export const notJson = () => new HttpError(415, 'Send JSON with the header Content-Type: application/json.');
export const notForm = () =>
  new HttpError(415, 'Send the form as application/x-www-form-urlencoded or multipart/form-data.');
export const malformedForm = () =>
  new HttpError(400, "The form can't be read. Reload the page and try again.");
export const malformedJson = () => new HttpError(400, "The body isn't well-formed JSON.");
/** The client never receives this. Its status is for the log. */
export const clientDisconnected = () => new HttpError(400, 'The request ended before its body was complete.');
export const foreignOrigin = () =>
  new HttpError(403, 'This request came from another site. Nothing was changed.');

const binarySize = (bytes: number) =>
  bytes < 1024 ** 2 ? `${bytes / 1024} KiB` : `${bytes / 1024 ** 2} MiB`;
