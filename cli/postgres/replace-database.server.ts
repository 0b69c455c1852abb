import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { type ProgramCall, startProgram } from './run-program.server.ts';

/** How long it waits for somebody who holds a table. */
const LOCK_TIMEOUT = '10s';

/**
 * Empties the schema of all that is not an extension's: also of what migrations added that the backup does not know, which
 * `pg_restore --clean` would leave behind or stumble over.
 */
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
              from pg_type where typnamespace = 'public'::regnamespace and typtype in ('d', 'e')) thing
     where not exists (select 1 from pg_depend where objid = thing.oid and deptype = 'e'))
    || array(
    select format('drop routine if exists public.%I(%s) cascade', proname, pg_get_function_identity_arguments(oid))
      from pg_proc where pronamespace = 'public'::regnamespace
       and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e'))
  loop
    execute statement;
  end loop;
end
$empty$;`;

/**
 * Replaces what the database holds by what the backup holds, in one transaction: psql gets the commit only after pg_restore has written
 * everything, so that whatever ends either of them, or this process, leaves the database as it was. Throws CommandFailure.
 */
export async function replaceDatabase(
  file: string,
  call: Omit<ProgramCall, 'name' | 'args'>,
  onBytes: (count: number) => void,
): Promise<void> {
  const failed = new AbortController();
  const signal = AbortSignal.any([call.signal, failed.signal]);
  const psql = startProgram({
    ...{ ...call, signal, name: 'psql', isFed: true },
    args: ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', '--file=-'],
  });
  const { input, ended } = psql;
  if (input === null || psql.output === null) throw new Error('psql has no standard input or output.');
  psql.output.resume();
  input.write(
    `begin;\nset local client_min_messages = warning;\nset local lock_timeout = '${LOCK_TIMEOUT}';\n${EMPTY_SCHEMA}\n`,
  );
  const restore = startProgram({
    ...{ ...call, signal, name: 'pg_restore' },
    args: ['--schema=public', '--no-owner', '--no-privileges', '--file=-', file],
  });
  try {
    if (restore.output !== null) await feed(input, restore.output, ended, onBytes);
    await restore.ended;
    input.end('\ncommit;\n');
    await ended;
  } catch (error) {
    failed.abort();
    await Promise.allSettled([restore.ended, ended]);
    throw error;
  }
}

/** As fast as psql takes it; ends with psql's failure where it fails. */
async function feed(
  input: Writable,
  output: Readable,
  ended: Promise<void>,
  onBytes: (count: number) => void,
): Promise<void> {
  for await (const chunk of output) {
    const bytes = chunk as Buffer;
    onBytes(bytes.byteLength);
    if (!input.write(bytes)) await Promise.race([once(input, 'drain'), ended]);
  }
}
