import { loggedError } from '#app/config/log-error.server.ts';
import type { Issue } from '#app/lib/domain-errors.ts';
import { isRecord } from '#app/lib/records.ts';
import { isDatabaseUnavailable, unavailableSentence } from '#app/server/database-unavailable.ts';
import { connectionErrorOf } from '#db/connection-errors.ts';
import { errorLine } from './command-failure.ts';
import {
  EXTENSION_MISSING,
  EXTENSION_MISSING_SENTENCE,
  EXTENSION_REFUSED,
  EXTENSION_REFUSED_SENTENCE,
} from './postgres/program-errors.ts';

/** Errors with messages for users. Matched by name, because they may come from another module graph. */
const WRITTEN_FOR_PEOPLE = new Set([
  'CommandFailure',
  'Interrupted',
  'SettingsError',
  'EmbeddedPostgresError',
  'ListenError',
  'NewerSchema',
  'MigrationBlocked',
  'RollbackOutdated',
  'Busy',
  'Conflict',
  'AddressConflict',
  'NotFound',
  'Forbidden',
  'RateLimited',
  'VersionConflict',
]);

/** SQLSTATE codes of errors that an operator can fix. */
const DATABASE_SENTENCES: Readonly<Record<string, string>> = {
  '28000': 'The database rejected the user name in DATABASE_URL.',
  '28P01': 'The database rejected the user name or password in DATABASE_URL.',
  '3D000': "The database in DATABASE_URL doesn't exist. Create it first.",
  '42501':
    "The user in DATABASE_URL isn't allowed to do this. Use the user that owns the tables, or run `laurel doctor` to see which grants are missing.",
  '42P01': 'The database is missing tables. Run `laurel db migrate` first.',
  '25006': 'The database is read-only. Set DATABASE_URL to the primary server.',
};

const NO_TLS = /does not support SSL/i;

const TLS_REFUSALS =
  /self-signed certificate|unable to (?:verify|get)|certificate (?:has expired|is not yet valid)|does not match certificate/i;

/** Returns a sentence about any error, for stderr. Validation errors return one line each. */
export function failureSentence(error: unknown): string {
  if (!isRecord(error)) return 'Something went wrong.';
  const errors = issueLines(error);
  if (errors.length > 0) return errors.join('\n');
  if (WRITTEN_FOR_PEOPLE.has(String(error['name']))) return String(error['message']);
  const aboutExtension = extensionSentence(String(error['message']));
  if (aboutExtension !== null) return aboutExtension;
  const known = DATABASE_SENTENCES[String(error['code'])];
  if (known !== undefined) return known;
  if (isDriverFailure(error, NO_TLS)) {
    return "The database server doesn't support TLS, which sslmode in DATABASE_URL requires. Turn on ssl in PostgreSQL or change sslmode.";
  }
  if (isDriverFailure(error, TLS_REFUSALS)) {
    return "The encrypted connection to the database failed. Check sslmode and sslrootcert in DATABASE_URL and the server's certificate.";
  }
  const isUnsure = connectionErrorOf(error)?.mayBeSaved === true;
  if (isDatabaseUnavailable(error) && !isUnsure) {
    return "Can't reach the database. Check DATABASE_URL and that the database is running.";
  }
  const unavailable = unavailableSentence(error);
  if (unavailable !== null) return unavailable;
  const [firstLine = ''] = loggedError(error).message.split('\n');
  return `Something went wrong: ${firstLine} (for details, add --debug)`;
}

function extensionSentence(message: string): string | null {
  if (EXTENSION_REFUSED.test(message)) return EXTENSION_REFUSED_SENTENCE;
  return EXTENSION_MISSING.test(message) ? EXTENSION_MISSING_SENTENCE : null;
}

function isDriverFailure(error: Readonly<Record<string, unknown>>, pattern: RegExp): boolean {
  return error['name'] === 'DriverException' && pattern.test(String(error['message']));
}

function issueLines(error: Readonly<Record<string, unknown>>): string[] {
  if (error['name'] !== 'Invalid' || !Array.isArray(error['issues'])) return [];
  return (error['issues'] as readonly Issue[]).map((issue) => errorLine(issue));
}

/** Returns the error as the log would show it, without row values. */
export function failureCause(error: unknown): string {
  return JSON.stringify(loggedError(error), null, 2).replaceAll('\\n', '\n');
}
