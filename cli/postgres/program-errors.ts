import { CommandFailure } from '#cli/command-failure.ts';
import type { ProgramName } from './postgres-programs.server.ts';

/** PostgreSQL's messages about the extension that searches use. */
export const EXTENSION_REFUSED = /permission denied to create extension/i;
export const EXTENSION_REFUSED_SENTENCE =
  "The user in DATABASE_URL isn't allowed to create the extension pg_trgm. Make the user the database's owner or grant it CREATE on the database, or have an administrator run `create extension pg_trgm` in it.";
export const EXTENSION_MISSING = /extension "pg_trgm" is not available|extension control file/i;
export const EXTENSION_MISSING_SENTENCE =
  "The database server doesn't have the extension pg_trgm. Install PostgreSQL's additional modules on it (Debian and Ubuntu: they're part of postgresql; Red Hat: postgresql-contrib).";

/** Patterns in error output of PostgreSQL's programs, with the sentence to show instead. */
const SENTENCES: readonly (readonly [pattern: RegExp, sentence: string, of?: ProgramName])[] = [
  [
    /password authentication failed|no password supplied/i,
    'The database rejected the user name or password in DATABASE_URL.',
  ],
  [
    /server does not support SSL/i,
    "The database server doesn't support TLS, which sslmode in DATABASE_URL requires. Turn on ssl in PostgreSQL or change sslmode.",
  ],
  [
    /no space left on device|disk full/i,
    'The disk is full. Free up space on this machine or on the database server, then run the command again.',
  ],
  [/lock timeout/i, 'The database is in use. Stop the servers and workers, then run the command again.'],
  [EXTENSION_REFUSED, EXTENSION_REFUSED_SENTENCE],
  [EXTENSION_MISSING, EXTENSION_MISSING_SENTENCE],
  [
    /permission denied|must be owner/i,
    "The user in DATABASE_URL isn't allowed to do this. Use the user that owns the tables, or run `laurel doctor` to see which grants are missing.",
  ],
  [
    /unsupported version .* in file header/i,
    "The backup was made by a newer pg_dump. Install PostgreSQL's client programs in that version or newer.",
    'pg_restore',
  ],
  [
    /valid archive|end of file|could not read|corrupt|compress|TOC|checksum|data block/i,
    'The backup is damaged or incomplete. Use another one.',
    'pg_restore',
  ],
  [
    /could not connect|connection to server|connection refused|could not translate host|timeout expired|terminating connection|closed the connection/i,
    'The connection to the database failed. Check DATABASE_URL and that the database is running.',
  ],
];

/** Words that precede a quoted schema name. Other quoted text may be a row value. */
const NAMED_OBJECT =
  /\b(constraint|relation|table|column|function|schema|role|database|index|type|parameter|extension) $/;

/** Returns a sentence about a failed program. Its cause, shown by --debug, has the error lines without row values. */
export function programFailure(name: ProgramName, stderr: string): CommandFailure {
  const [, sentence] = SENTENCES.find(([pattern, , of = name]) => of === name && pattern.test(stderr)) ?? [];
  const cause = new Error(errorLines(stderr).join('; ') || `${name} gave no reason.`);
  return new CommandFailure(sentence ?? `${name} failed. For details, add --debug.`, undefined, { cause });
}

function errorLines(said: string): string[] {
  return said
    .split('\n')
    .filter((line) => /^(pg_dump|pg_restore|psql)\b.*\b(error|fatal)\b/i.test(line))
    .map((line) => line.replace(/"[^"]*"?/g, (quoted, at: number) => (isName(line, at) ? quoted : '"…"')));
}

function isName(line: string, at: number): boolean {
  return NAMED_OBJECT.test(line.slice(0, at));
}
