/** Error bodies, verbatim from the decisions (section 2). */
export const UNAUTHORIZED = { statusCode: 401, error: 'Unauthorized', message: 'Unauthorized' };

export const FORBIDDEN = {
  statusCode: 403,
  error: 'Forbidden',
  message: "You don't have permission to do this.",
};

export const FOREIGN_ORIGIN = {
  statusCode: 403,
  error: 'Forbidden',
  message: 'This request came from another site. Nothing was changed.',
};

export const NOT_FOUND = {
  statusCode: 404,
  error: 'Not Found',
  message: "This doesn't exist, or you don't have access to it.",
};

export const VERSION_CONFLICT = {
  statusCode: 412,
  error: 'Precondition Failed',
  message:
    'This was changed in the meantime, so nothing was saved. Look at the latest version, then make your change again.',
};

export const NOT_JSON = {
  statusCode: 415,
  error: 'Unsupported Media Type',
  message: 'Send JSON with the header Content-Type: application/json.',
};

export const TOO_LARGE = {
  statusCode: 413,
  error: 'Payload Too Large',
  message: 'The body is larger than 1 MiB. Send less data at a time.',
};

export const MALFORMED = {
  statusCode: 400,
  error: 'Bad Request',
  message: "The body isn't well-formed JSON.",
};

export function conflict(message: string) {
  return { statusCode: 409, error: 'Conflict', message };
}

export function forbidden(message: string) {
  return { statusCode: 403, error: 'Forbidden', message };
}

type Path = readonly (string | number)[];

/** Returns a Returns a 400 with one issue per `[path, message]`. */
export function invalid(...issues: readonly (readonly [path: Path, message: string])[]) {
  return {
    statusCode: 400,
    error: 'Bad Request',
    message: 'Some fields in the request need your attention.',
    issues: issues.map(([path, message]) => ({ path, message })),
  };
}

/** Like `invalid`, for a query string. */
export function invalidQuery(...issues: readonly (readonly [path: Path, message: string])[]) {
  return { ...invalid(...issues), message: 'Some query parameters need your attention.' };
}

/** Like `invalid`, for issues that only the service can find. */
export function refused(...issues: readonly (readonly [path: Path, message: string])[]) {
  return { ...invalid(...issues), message: 'Some fields need your attention.' };
}

/** An ID that no row has. */
export const UNKNOWN_ID = '5f0c4c1e-7d2a-4b7e-9a53-0c1d2e3f4a5b';
