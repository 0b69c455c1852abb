import { isRecord } from '#app/lib/records.ts';

const SQLSTATE = /^[0-9A-Z]{5}$/;
const CAUSES_MAX = 4;

/** An error as the log shows it. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/**
 * An error for the log. What PostgreSQL says of a fault quotes the values of the row, which may be a student's: of its
 * errors only the code, the constraint and the place in our code are kept.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error object' };
  const details: Record<string, unknown> = isRecord(error) ? error : {};
  const code = typeof details['code'] === 'string' ? details['code'] : undefined;
  const fromDatabase = code !== undefined && SQLSTATE.test(code);
  return {
    type: error.name,
    message: fromDatabase ? 'PostgreSQL refused a statement' : error.message,
    ...(code === undefined ? {} : { code }),
    ...(typeof details['constraint'] === 'string' ? { constraint: details['constraint'] } : {}),
    ...placeOf(error),
    ...(error.cause === undefined || depth >= CAUSES_MAX
      ? {}
      : { cause: loggedError(error.cause, depth + 1) }),
  };
}

/** The stack without its first lines, which repeat the message. */
function placeOf(error: Error): { stack?: string } {
  const lines = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return lines.length === 0 ? {} : { stack: lines.join('\n') };
}
