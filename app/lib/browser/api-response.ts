import type { z } from 'zod';
import { isRecord } from '#app/lib/records.ts';

/** The server returned an error; `message` and `body` come from its response (decisions, section 2). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const message = isRecord(body) ? body['message'] : undefined;
    super(typeof message === 'string' && message !== '' ? message : 'Unknown error');
    this.status = status;
    this.body = body;
  }
}

/** The response doesn't match its schema (specification, section 5). */
export class ResponseMismatch extends Error {
  override readonly name = 'ResponseMismatch';

  constructor() {
    super('Validation error');
  }
}

/** Returns the message for a failed call: the server's own, or 'Error: ' and any other (specification, section 8). */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return `Error: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * Returns the response's data as described by `schema`.
 *
 * @throws {ApiError} when the server returned an error
 * @throws {ResponseMismatch} when the data doesn't match `schema`
 */
export async function readResponse<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  const received: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, received);
  const checked = schema.safeParse(received);
  if (!checked.success) throw new ResponseMismatch();
  return checked.data;
}
