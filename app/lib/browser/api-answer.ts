import type { z } from 'zod';
import { isRecord } from '#app/lib/records.ts';

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

/** The server's answer is not what its schema describes (specification, section 5). */
export class AnswerMismatch extends Error {
  override readonly name = 'AnswerMismatch';

  constructor() {
    super('Validation error');
  }
}

/** What the screens say of a failed call: the server's message, or 'Error: ' plus any other error (specification, section 8). */
export function failureText(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return `Error: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * What the server answered, as `schema` describes it.
 *
 * @throws ApiError when the server refused
 * @throws AnswerMismatch when the answer is not what `schema` describes
 */
export async function readAnswer<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  const received: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, received);
  const checked = schema.safeParse(received);
  if (!checked.success) throw new AnswerMismatch();
  return checked.data;
}
