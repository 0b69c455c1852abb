import type { Ctx } from '#app/domain/ctx.server.ts';
import { tryLock } from '#app/domain/lock-queries.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { formatPersonName } from '#app/lib/person-name.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import { Uuid } from '#app/schemas/fields.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';
import { findHolderOf, nameTransaction } from './export-queries.server.ts';

const RUNS_AS = 'laurel export';
/** How the command line without --as stands there. */
const SYSTEM = 'system';

/**
 * Takes the lock for an export of designations that were never downloaded, until the transaction of `tx` has marked them: a second one
 * would hold the same designations. The transaction's name says who has it since when, for the second one to tell.
 *
 * @throws {Conflict} where another one runs
 */
export async function lockNewDesignations(tx: Ctx): Promise<void> {
  const who = tx.actor.kind === 'user' ? tx.actor.id : SYSTEM;
  await nameTransaction(tx, `${RUNS_AS} ${who} ${Math.floor(tx.now().getTime() / 1000)}`);
  if (!(await tryLock(tx, 'newExport'))) throw await alreadyRuns(tx);
}

async function alreadyRuns(tx: Ctx): Promise<Conflict> {
  const holder = (await findHolderOf(tx, 'newExport')) ?? '';
  const [who = '', seconds = ''] = holder.slice(RUNS_AS.length + 1).split(' ');
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
  const user = Uuid.safeParse(who).success ? await tx.em.findOne(UserAccountEntity, { id: who }) : null;
  return user === null ? 'Someone else' : formatPersonName(user);
}
