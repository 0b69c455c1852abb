import {
  Busy,
  Conflict,
  DomainError,
  Forbidden,
  Invalid,
  type Issue,
  NotFound,
  RateLimited,
  VersionConflict,
  Unauthorized,
} from '#app/lib/domain-errors.ts';
import { unavailableSentence } from './database-unavailable.ts';
import { HttpError } from './http-errors.ts';

/** The body of every error (decisions, section 2). */
export interface ErrorBody {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
  readonly issues?: readonly Issue[];
  readonly requestId?: string;
  readonly [detail: string]: unknown;
}

export interface ErrorResponse {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;
  /** Internal errors are logged with their cause. */
  readonly isServerError: boolean;
}

const REASON_PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Retry-After for an unavailable database. */
export const DATABASE_RETRY_SECONDS = 5;

/** Marks temporary errors of a form sent without JavaScript, so that the page can offer to send it again. */
export function markResendable(
  response: ErrorResponse,
  { isPageOfForm }: { readonly isPageOfForm: boolean },
): ErrorResponse {
  const isTemporary = response.isServerError || response.status === 429;
  if (!isPageOfForm || !isTemporary) return response;
  return { ...response, body: { ...response.body, canBeSentAgain: true } };
}

/** Maps errors to HTTP responses, for REST calls and screens alike. */
export function mapError(error: unknown, requestId: string): ErrorResponse {
  if (error instanceof HttpError)
    return buildErrorResponse(error.status, error.message, { headers: error.headers });
  if (error instanceof DomainError) return mapDomainError(error);
  const unavailable = unavailableSentence(error);
  if (unavailable !== null) {
    return buildErrorResponse(503, unavailable, {
      headers: { 'Retry-After': String(DATABASE_RETRY_SECONDS) },
      details: { requestId },
      isServerError: true,
    });
  }
  return buildErrorResponse(500, 'Something went wrong', { details: { requestId }, isServerError: true });
}

function mapDomainError(error: DomainError): ErrorResponse {
  if (error instanceof Invalid)
    return buildErrorResponse(400, error.message, { details: { issues: error.issues } });
  if (error instanceof Unauthorized) {
    return buildErrorResponse(401, error.message, { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
  if (error instanceof Forbidden) return buildErrorResponse(403, error.message);
  if (error instanceof NotFound) return buildErrorResponse(404, error.message);
  if (error instanceof Conflict) return buildErrorResponse(409, error.message, { details: error.details });
  if (error instanceof VersionConflict)
    return buildErrorResponse(412, error.message, { details: error.details });
  if (error instanceof Busy) {
    return buildErrorResponse(503, error.message, {
      headers: { 'Retry-After': String(error.retryAfterSeconds) },
    });
  }
  if (error instanceof RateLimited) {
    return buildErrorResponse(429, error.message, {
      headers: { 'Retry-After': String(error.retryAfterSeconds) },
    });
  }
  throw new Error(`${error.name} has no status: add it to the map`);
}

interface Extras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly isServerError?: boolean;
}

function buildErrorResponse(status: number, message: string, extras: Extras = {}): ErrorResponse {
  return {
    status,
    body: { statusCode: status, error: REASON_PHRASES[status] ?? 'Error', message, ...extras.details },
    headers: extras.headers ?? {},
    isServerError: extras.isServerError ?? false,
  };
}
