import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { applyLog, SAVE_LOG, type NewerLog, RAW_LINES, type RestoreEvent } from './newer-log-sql.ts';
import { APPLY_PRIVILEGES, SAVE_PRIVILEGES } from './privileges-sql.ts';
import {
  type RestoredStudent,
  RestoredStudentSchema,
  type RestoredTexts,
  RestoredTextsSchema,
} from './restored-data.ts';
import { type ProgramCall, startProgram } from './run-program.server.ts';

const LOCK_TIMEOUT = '10s';

/** Drops everything except extensions, including objects not in the backup, which `pg_restore --clean` can't handle. */
const EMPTY_SCHEMA = `
do $empty$
declare
  statement text;
begin
  foreach statement in array array(
    select format('drop %s if exists public.%I cascade', kind, name)
      from (select oid, relname as name,
                   case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
                                when 'c' then 'type' else 'table' end as kind
              from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'c')
            union all
            select oid, typname, case typtype when 'd' then 'domain' else 'type' end
              from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')) item
     where not exists (select 1 from pg_depend where objid = item.oid and deptype = 'e'))
    || array(
    select format('drop routine if exists public.%I(%s) cascade', proname, pg_get_function_identity_arguments(oid))
      from pg_proc where pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e'))
  loop
    execute statement;
  end loop;
end
$empty$;`;

/** The extension that search indexes use. Backups contain the schema's objects but no extensions. */
const CREATE_EXTENSION = 'create extension if not exists pg_trgm;';

export interface Replaced {
  /** How many events and disclosures the backup lacked. */
  readonly newer: readonly [events: number, disclosures: number];
  readonly returned: readonly RestoredStudent[];
  readonly returnedTexts: readonly RestoredTexts[];
  /** Sentences about what couldn't be restored as it was. */
  readonly notes: readonly string[];
}

export interface Replacement {
  readonly file: string;
  readonly log: NewerLog;
  readonly event: RestoreEvent;
  /** Called with each line of the saved log. */
  readonly save: (line: string) => Promise<void>;
  /** Runs just before the commit. If it throws, nothing is changed. */
  readonly beforeCommit: () => Promise<void>;
  readonly onBytes: (count: number) => void;
}

const READY = 'laurel: ready';

/**
 * Replaces the database with a backup in one transaction. psql receives the commit only after pg_restore succeeds, so
 * any failure leaves the database unchanged. Keeps privileges and newer log rows.
 *
 * @throws {CommandFailure} when pg_restore or psql fails, or is interrupted
 */
export async function replaceDatabase(
  replacement: Replacement,
  context: Omit<ProgramCall, 'name' | 'args'>,
): Promise<Replaced> {
  const { file, log, event, onBytes } = replacement;
  const failed = new AbortController();
  const signal = AbortSignal.any([context.signal, failed.signal]);
  const psql = startProgram({
    ...{ ...context, signal, name: 'psql', hasInput: true },
    args: [
      ...['--no-psqlrc', '--quiet', '--no-password', '--tuples-only', '--no-align'],
      ...['--set=ON_ERROR_STOP=1', '--file=-'],
    ],
  });
  const { input, ended } = psql;
  if (input === null || psql.output === null) throw new Error('psql has no standard input or output.');
  const ready = new AbortController();
  const response = readResponse(psql.output, replacement.save, () => ready.abort());
  response.catch(() => undefined);
  input.write(
    `begin;\nset local client_min_messages = warning;\nset local lock_timeout = '${LOCK_TIMEOUT}';
${SAVE_PRIVILEGES}${log.exists ? SAVE_LOG : ''}${EMPTY_SCHEMA}\n${CREATE_EXTENSION}\n`,
  );
  const restore = startProgram({
    ...{ ...context, signal, name: 'pg_restore' },
    args: ['--schema=public', '--no-owner', '--no-privileges', '--file=-', file],
  });
  try {
    if (restore.output !== null) await feed(input, restore.output, ended, onBytes);
    await restore.ended;
    input.write(`\n${applyLog(log, event)}${APPLY_PRIVILEGES}${NOTES}\\echo '${READY}'\n`);
    if (!ready.signal.aborted) await Promise.race([once(ready.signal, 'abort'), ended, failureOf(response)]);
    await replacement.beforeCommit();
    input.end('commit;\n');
    await ended;
    return await response;
  } catch (error) {
    failed.abort();
    await Promise.allSettled([restore.ended, ended]);
    throw error;
  }
}

const NOTES = `copy (select json_build_object('note', note) from pg_temp.kept_note) to stdout ${RAW_LINES};\n`;

/** Never resolves; rejects when `response` does. */
function failureOf(response: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    response.catch(reject);
  });
}

/** One JSON line of the scripts that report what the restore left and brought back. */
const ReportSchema = z.object({
  newer: z.tuple([z.number(), z.number()]).optional(),
  purged: RestoredStudentSchema.optional(),
  texts: RestoredTextsSchema.optional(),
  note: z.string().optional(),
});

/** Reads psql's output: our lines are JSON, all others come from pg_restore's statements. */
async function readResponse(
  output: Readable,
  save: Replacement['save'],
  onReady: () => void,
): Promise<Replaced> {
  let newer: Replaced['newer'] = [0, 0];
  const returned: RestoredStudent[] = [];
  const returnedTexts: RestoredTexts[] = [];
  const notes: string[] = [];
  for await (const line of createInterface({ input: output, crlfDelay: Infinity })) {
    if (line === READY) onReady();
    else if (/^\{"table" ?:/.test(line)) await save(line);
    else if (line.startsWith('{')) {
      const parsed = ReportSchema.parse(JSON.parse(line));
      newer = parsed.newer ?? newer;
      if (parsed.purged !== undefined) returned.push(parsed.purged);
      if (parsed.texts !== undefined) returnedTexts.push(parsed.texts);
      if (parsed.note !== undefined) notes.push(parsed.note);
    }
  }
  return { newer, returned, returnedTexts, notes };
}

/** Copies at psql's pace, and rejects if psql fails. */
async function feed(
  input: Writable,
  output: Readable,
  ended: Promise<void>,
  onBytes: (count: number) => void,
): Promise<void> {
  for await (const chunk of output) {
    const bytes = chunk as Buffer;
    onBytes(bytes.byteLength);
    if (!input.write(bytes)) await Promise.race([drained(input, ended), ended]);
  }
}

/** If the pipe is broken, psql has failed, and only its end says why. */
function drained(input: Writable, ended: Promise<void>): Promise<unknown> {
  return once(input, 'drain').catch(() => ended);
}
