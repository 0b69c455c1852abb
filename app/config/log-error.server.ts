import { DriverException } from '@mikro-orm/core';
import { isRecord } from '#app/lib/records.ts';

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** What only a statement begins with: drivers put it before the message, with its values. */
const STATEMENT = /\b(?:select|insert into|update|delete from|with)\s+["\w(*]+.*\b(?:from|values|set|as)\b/is;
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
 * An error for the log. What PostgreSQL says of a fault quotes the values of the row, and what the database layer says of a
 * broken connection the whole statement, with what may be a student's data: of their errors only the code, the constraint and
 * the place in our code are kept, and of the errors that caused them no more.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error object' };
  const details: Record<string, unknown> = isRecord(error) ? error : {};
  const code = typeof details['code'] === 'string' ? details['code'] : undefined;
  return {
    type: error.name,
    message: messageOf(error, code),
    ...(code === undefined ? {} : { code }),
    ...(typeof details['constraint'] === 'string' ? { constraint: details['constraint'] } : {}),
    ...placeOf(error),
    ...(error.cause === undefined || depth >= CAUSES_MAX
      ? {}
      : { cause: loggedError(error.cause, depth + 1) }),
  };
}

function messageOf(error: Error, code: string | undefined): string {
  if (code !== undefined && SQLSTATE.test(code)) return 'PostgreSQL refused a statement';
  const quotesStatement = error instanceof DriverException || STATEMENT.test(error.message);
  return quotesStatement
    ? 'A statement did not reach PostgreSQL, or its answer did not come back'
    : error.message;
}

/** The stack without its first lines, which repeat the message. */
function placeOf(error: Error): { stack?: string } {
  const lines = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return lines.length === 0 ? {} : { stack: lines.join('\n') };
}
