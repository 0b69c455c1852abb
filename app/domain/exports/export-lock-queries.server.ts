import type { Ctx } from '#app/domain/ctx.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { personWords } from '#app/lib/person-name.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';

/** The advisory lock of whoever exports designations that were never downloaded: 'expo' in ASCII. */
const EXPORT_LOCK = 0x6578706f;
const RUNS_AS = 'laurel export';
/** How the command line without --as stands there. */
const SYSTEM = 'system';

/**
 * Takes the lock for an export of designations that were never downloaded, until the transaction of `tx` has marked them: a second one
 * would hold the same designations. The transaction says in its application_name who has it since when, for the second one to tell.
 *
 * @throws Conflict where another one runs
 */
export async function lockNewDesignations(tx: Ctx): Promise<void> {
  const who = tx.actor.kind === 'user' ? tx.actor.id : SYSTEM;
  const [row] = await tx.em.execute<{ taken: boolean }[]>(
    `select set_config('application_name', ?, true), pg_try_advisory_xact_lock(?) as taken`,
    [`${RUNS_AS} ${who} ${Math.floor(tx.now().getTime() / 1000)}`, EXPORT_LOCK],
  );
  if (row?.taken !== true) throw await alreadyRuns(tx);
}

async function alreadyRuns(tx: Ctx): Promise<Conflict> {
  const [holder] = await tx.em.execute<{ application_name: string }[]>(
    `select a.application_name from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.classid = 0 and l.objid = ?
        and l.database = (select oid from pg_database where datname = current_database())`,
    [EXPORT_LOCK],
  );
  const [who = '', seconds = ''] = (holder?.application_name ?? '').slice(RUNS_AS.length + 1).split(' ');
  const since =
    seconds === ''
      ? ''
      : ` since ${formatInZone(new Date(Number(seconds) * 1000).toISOString(), tx.settings.timeZone)}`;
  return new Conflict(
    `${await nameOf(tx, who)} has been exporting designations that were never downloaded${since}. Try again when that export is done.`,
  );
}

async function nameOf(tx: Ctx, who: string): Promise<string> {
  if (who === SYSTEM) return 'The command line';
  const [user] = await tx.em.execute<{ firstName: string; lastName: string; email: string }[]>(
    `select first_name as "firstName", last_name as "lastName", email from user_account where id::text = ?`,
    [who],
  );
  return user === undefined ? 'Someone else' : personWords(user);
}
