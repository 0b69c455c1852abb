import { DriverException } from '@mikro-orm/core';
import { isRecord } from '#app/lib/records.ts';

/** PostgreSQL's classes of codes start with a digit, F, H, P, or X; codes of Node.js, such as EPIPE, with E. */
const SQLSTATE = /^[0-9FHPX][0-9A-Z]{4}$/;
/** Matches an SQL statement; drivers put it before the message, with its values. */
const STATEMENT = /\b(?:select|insert into|update|delete from|with)\s+["\w(*]+.*\b(?:from|values|set|as)\b/is;
const CAUSES_MAX = 4;

/** Schema names are safe to log; values are not. */
const SCHEMA_NAMES = ['table', 'column', 'constraint'] as const;
/** Names that PostgreSQL puts only in its message, by SQLSTATE: missing tables and columns, and denied access. */
const NAMED_IN_MESSAGE: Readonly<Record<string, RegExp>> = {
  '42P01': /relation "(?<table>[\w.]+)" does not exist/g,
  '42703': /column "?(?<column>[\w.]+)"? (?:of relation "(?<table>\w+)" )?does not exist/g,
  '42501': /permission denied for (?:table|view|sequence) (?<table>\w+)/g,
};

export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly table?: string;
  readonly column?: string;
  readonly constraint?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** Converts an error for the log, without database messages, which may quote student data. */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error object' };
  const details: Record<string, unknown> = isRecord(error) ? error : {};
  const code = typeof details['code'] === 'string' ? details['code'] : undefined;
  return {
    type: error.name,
    message: messageOf(error, code),
    ...(code === undefined ? {} : { code }),
    ...namesOf(details, error.message),
    ...stackOf(error),
    ...(error.cause === undefined || depth >= CAUSES_MAX
      ? {}
      : { cause: loggedError(error.cause, depth + 1) }),
  };
}

function messageOf(error: Error, code: string | undefined): string {
  if (code !== undefined && SQLSTATE.test(code)) return 'PostgreSQL rejected a statement';
  const quotesStatement = error instanceof DriverException || STATEMENT.test(error.message);
  return quotesStatement ? 'A PostgreSQL statement failed' : error.message;
}

/** Uses the last match, because drivers put the statement before PostgreSQL's own message. */
function namesOf(details: Record<string, unknown>, message: string): Partial<LoggedError> {
  const inMessage = NAMED_IN_MESSAGE[String(details['code'])];
  const named = inMessage === undefined ? {} : ([...message.matchAll(inMessage)].at(-1)?.groups ?? {});
  const names = SCHEMA_NAMES.map((name) => [name, details[name] ?? named[name]] as const);
  return Object.fromEntries(names.filter(([, name]) => typeof name === 'string'));
}

/** Omits the first lines, which repeat the message. */
function stackOf(error: Error): { stack?: string } {
  const lines = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return lines.length === 0 ? {} : { stack: lines.join('\n') };
}
