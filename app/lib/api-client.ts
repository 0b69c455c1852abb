import type { z } from 'zod';
import { isRecord } from '#app/lib/records.ts';
import {
  type DesignationAnswer,
  DesignationAnswerSchema,
  type DesignationPatch,
} from '#app/schemas/designation.ts';

/** The server said no: its sentence, its status and the whole body of the error (decisions, section 2). */
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

/** What the screens say of a failed call: the server's message, or 'Error: ' plus any other error (specification, section 8). */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return `Error: ${error instanceof Error ? error.message : String(error)}`;
}

/** One designation with its students and version. */
export function fetchDesignation(id: string): Promise<DesignationAnswer> {
  return call('GET', `designations/${encodeURIComponent(id)}`, DesignationAnswerSchema);
}

/** Changes a designation if it still stands at `version`; otherwise an ApiError of status 412. */
export function patchDesignation(
  id: string,
  patch: DesignationPatch,
  version: number,
): Promise<DesignationAnswer> {
  return call('PATCH', `designations/${encodeURIComponent(id)}`, DesignationAnswerSchema, patch, version);
}

/**
 * One REST call from the browser: with the session's cookie, JSON both ways, the answer checked by `answer`.
 *
 * @throws ApiError when the server refused
 * @throws Error 'Validation error' when the answer is not what `answer` describes (specification, section 5)
 */
async function call<Answer extends z.ZodType>(
  method: 'GET' | 'PATCH',
  path: string,
  answer: Answer,
  body?: object,
  version?: number,
): Promise<z.output<Answer>> {
  const headers = new Headers({ Accept: 'application/json' });
  if (body !== undefined) headers.set('Content-Type', 'application/json');
  if (version !== undefined) headers.set('If-Match', `"${version}"`);
  const response = await fetch(`/api/${path}`, {
    method,
    headers,
    credentials: 'same-origin',
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const received: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, received);
  const checked = answer.safeParse(received);
  if (!checked.success) throw new Error('Validation error');
  return checked.data;
}
