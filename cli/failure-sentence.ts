import { loggedError } from '#app/config/log-error.server.ts';
import { isRecord } from '#app/lib/records.ts';
import { isDatabaseAway } from '#app/server/database-away.ts';

/** Errors whose messages were written for the person at the terminal. They may come from another module graph, hence the names. */
const WRITTEN_FOR_PEOPLE = new Set([
  'CommandFailure',
  'SettingsError',
  'EmbeddedPostgresError',
  'ListenError',
  'Conflict',
  'Invalid',
  'NotFound',
  'Forbidden',
]);

/** PostgreSQL's own codes for what an operator can mend. */
const DATABASE_SENTENCES: Readonly<Record<string, string>> = {
  '28000': 'The database refuses the user of DATABASE_URL.',
  '28P01': 'The database refuses the user or the password of DATABASE_URL.',
  '3D000': 'The database named in DATABASE_URL does not exist: create it first.',
  '42501': 'The user of DATABASE_URL may not do this in the database.',
  '42P01': 'The database lacks tables: run `laurel db migrate` first.',
};

/** One sentence about any failure, for stderr. */
export function failureSentence(error: unknown): string {
  if (!isRecord(error)) return 'Something went wrong.';
  if (WRITTEN_FOR_PEOPLE.has(String(error['name']))) return String(error['message']);
  const known = DATABASE_SENTENCES[String(error['code'])];
  if (known !== undefined) return known;
  if (isDatabaseAway(error))
    return 'The database cannot be reached: check DATABASE_URL, and that the database runs.';
  const [firstLine = ''] = loggedError(error).message.split('\n');
  return `Something went wrong: ${firstLine} (--debug shows more)`;
}

/** The cause of a failure as the log would show it: without the values of rows. */
export function failureCause(error: unknown): string {
  return JSON.stringify(loggedError(error), null, 2).replaceAll('\\n', '\n');
}
