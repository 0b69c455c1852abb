import type { Ctx } from '#app/domain/ctx.server.ts';
import { readDueMail, readProgrammeState } from '#app/domain/installation/installation-state.server.ts';
import { counted } from '#app/lib/counted.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import { FAR_MS, readAheadMs } from '#app/server/database-clock.server.ts';
import { byteSize } from '#cli/byte-size.ts';
import { unknownMigrations } from '#db/migrations/compared-migrations.ts';
import { appliedMigrations, pendingMigrations } from '#db/migrate.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { readServerFacts } from '#db/server-facts.server.ts';
import { failed, type Found, ok, warning } from './finding.ts';

const VERSION_MIN = 15;
const SLOW_MS = 100;
const WAITS_TOO_LONG_MS = 5 * 60_000;

/** Reachable, of a version and an encoding that Laurel runs on, writable, and near. */
export async function checkDatabase(orm: Orm): Promise<Found> {
  const { version, major, encoding, isReadOnly, sizeBytes } = await readServerFacts(orm);
  if (major < VERSION_MIN)
    return failed(`PostgreSQL ${version} is too old: install ${VERSION_MIN} or newer.`);
  if (encoding !== 'UTF8') {
    return failed(
      `The database's encoding is ${encoding}: make one with \`create database … encoding 'UTF8'\`.`,
    );
  }
  if (isReadOnly) return failed('The database takes no changes: name the primary server in DATABASE_URL.');
  const asked = performance.now();
  await orm.em.fork().execute('select 1');
  const latency = performance.now() - asked;
  const facts = `PostgreSQL ${version}, ${encoding}, ${byteSize(sizeBytes)}, answers in ${latency.toFixed(1)} ms`;
  return latency > SLOW_MS ? warning(`${facts}, which is slow: put the server near it.`) : ok(`${facts}.`);
}

export async function checkMigrations(orm: Orm): Promise<Found> {
  const unknown = unknownMigrations(await appliedMigrations(orm));
  if (unknown.length > 0) {
    return failed(
      `The database is newer than this build by ${counted(unknown.length, 'migration', 'migrations')}: install that version.`,
    );
  }
  const pending = (await pendingMigrations(orm)).length;
  return pending === 0
    ? ok('The database is up to date.')
    : failed(`The database lacks ${counted(pending, 'migration', 'migrations')}: run \`laurel db migrate\`.`);
}

export async function checkClock(orm: Orm): Promise<Found> {
  const aheadMs = await readAheadMs(orm);
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  const apart = `${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the database's clock`;
  return Math.abs(aheadMs) > FAR_MS
    ? failed(`This machine's clock is ${apart}: let both keep time by NTP.`)
    : ok(`This machine's clock is ${apart}.`);
}

/** Whether somebody can sign in as an administrator, and schools can designate. */
export async function checkProgramme(ctx: Ctx): Promise<Found[]> {
  const { administrators, activeYear } = await readProgrammeState(ctx);
  return [
    administrators === 0
      ? failed(
          'There is no administrator: run `laurel users create EMAIL --first NAME --last NAME --phone NUMBER --admin`.',
        )
      : ok(`${counted(administrators, 'administrator', 'administrators')} can sign in.`),
    activeYear === null
      ? warning('No academic year is active: run `laurel years rollover`, or `laurel years activate YEAR`.')
      : ok(`The active year is ${activeYear}.`),
  ];
}

/** Whether anybody delivers: a mail is due no longer than a worker needs to come by. */
export async function checkDelivery(ctx: Ctx): Promise<Found> {
  const { mails, since, isTaken } = await readDueMail(ctx);
  if (since === null) return ok('No mail waits.');
  const what = `${counted(mails, 'mail is', 'mails are')} due`;
  if (isTaken) return ok(`${what}, and being delivered.`);
  const at = formatInZone(since, ctx.settings.timeZone);
  return ctx.now().getTime() - Date.parse(since) > WAITS_TOO_LONG_MS
    ? failed(
        `${what} since ${at}, and nobody delivers: run \`laurel worker\`, or a server without OUTBOX_WORKER=off.`,
      )
    : ok(`${what} since ${at}.`);
}
