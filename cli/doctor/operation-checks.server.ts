import { findAdministratorByAddress } from '#app/domain/auth/find-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { readLastBackupAt } from '#app/domain/installation/installation-figures.server.ts';
import { counted, plural } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { findDeliveringSessions, readGrants } from './doctor-queries.server.ts';
import { failed, type Found, ok, warning } from './finding.ts';

/** A worker asks for emails every 3 seconds. */
const IDLE_SECONDS = 60;
const HOUR_MS = 60 * 60_000;
/** A nightly backup that starts late isn't a problem. */
const BACKUP_HOURS = 36;
/** Append-only tables. No one needs to change their rows. */
const ADD_ONLY = ['disclosure', 'disclosure_chain_entry', 'event'];
/** Written by migrations, whose user owns the tables. */
const READ_ONLY = ['mikro_orm_migrations'];

/** Checks that a process that delivers email is connected to the database and active. */
export async function checkWorker(ctx: Ctx): Promise<Found> {
  const { sessions, idleSeconds, unknown } = await findDeliveringSessions(ctx);
  if (sessions > 0) {
    return idleSeconds !== null && idleSeconds > IDLE_SECONDS
      ? warning(
          `The processes that deliver email haven't checked for new emails in ${Math.round(idleSeconds)} s. Check their logs.`,
        )
      : ok('A server or worker that delivers email is connected.');
  }
  const deliverer = '`laurel worker`, or a server without OUTBOX_WORKER=off.';
  return unknown === 0
    ? warning(`No server or worker that delivers email is connected. Run ${deliverer}`)
    : warning(
        `No server or worker that delivers email was found, but ${counted(unknown, 'other session is', 'other sessions are')} connected to the database. If ${plural(unknown, "it doesn't deliver", 'none of them delivers')} email, run ${deliverer}`,
      );
}

/** Checks that LAUREL_AS, if it's set, names an administrator. */
export async function checkCommandActor({ em, settings }: Ctx): Promise<Found> {
  const { commandActor, requireActor } = settings;
  if (commandActor !== null) {
    return (await findAdministratorByAddress(em, commandActor)) === null
      ? failed(
          "LAUREL_AS isn't an administrator's address, so every command without --as fails. Change or remove it.",
        )
      : ok('Commands without --as act as the administrator in LAUREL_AS.');
  }
  return requireActor === 'students'
    ? ok("Commands that return students' data need --as.")
    : ok('Commands without --as act as the system.');
}

/** Checks that the last backup isn't older than a day and a half. */
export async function checkBackupAge(ctx: Ctx): Promise<Found> {
  const madeAt = await readLastBackupAt(ctx);
  if (madeAt === null) return warning('No backup has been made yet. Run `laurel db backup` every night.');
  const at = formatInZone(madeAt.toISOString(), ctx.settings.timeZone);
  return ctx.now().getTime() - madeAt.getTime() > BACKUP_HOURS * HOUR_MS
    ? warning(`The last backup began on ${at}. Run \`laurel db backup\` every night.`)
    : ok(`The last backup began on ${at}.`);
}

/** Checks that the user in DATABASE_URL may do what it needs to, and not much more. */
export async function checkGrants(ctx: Ctx): Promise<Found[]> {
  const { isSuperuser, tables } = await readGrants(ctx);
  const lacking = tables.flatMap(({ name, lacking: all }) => {
    const needed = all.filter((grant) =>
      READ_ONLY.includes(name) ? grant === 'SELECT' : !ADD_ONLY.includes(name) || !isChange(grant),
    );
    return needed.length === 0 ? [] : [`${needed.join(' and ')} on ${name}`];
  });
  if (lacking.length > 0) {
    return [
      failed(
        `The user in DATABASE_URL lacks ${listed(lacking)}. Add the missing grants as the user that owns the tables.`,
      ),
    ];
  }
  const changeable = tables.filter(({ name, canChange }) => ADD_ONLY.includes(name) && canChange);
  const found = [
    ...(isSuperuser
      ? [warning('The user in DATABASE_URL is a superuser. Use one with access to this database only.')]
      : []),
    ...(changeable.length > 0
      ? [
          warning(
            `The user in DATABASE_URL may change append-only tables. Revoke UPDATE and DELETE on ${listed(changeable.map(({ name }) => name))}.`,
          ),
        ]
      : []),
  ];
  return found.length === 0 ? [ok('The user in DATABASE_URL has the grants it needs.')] : found;
}

function isChange(grant: string): boolean {
  return grant === 'UPDATE' || grant === 'DELETE';
}
