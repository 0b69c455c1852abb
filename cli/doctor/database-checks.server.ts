import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  readDeferredEmails,
  readDueEmails,
  readInstallationState,
} from '#app/domain/installation/installation-state.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { FAR_MS, readAheadMs } from '#app/server/database-clock.server.ts';
import { byteSize } from '#cli/atomic-file.server.ts';
import { newerSchemaSentence } from '#db/migrations/compared-migrations.ts';
import { migrationState } from '#db/migration-state.server.ts';
import type { Orm } from '#db/orm.server.ts';
import { encodingError, readServerFacts } from '#db/server-facts.server.ts';
import { failed, type Found, ok, warning } from './finding.ts';

const VERSION_MIN = 15;
const SLOW_MS = 100;
const ROUND_TRIPS = 5;
const WAITS_TOO_LONG_MS = 5 * 60_000;

/** Checks the PostgreSQL version, encoding, write access, and latency. */
export async function checkDatabase(orm: Orm): Promise<Found> {
  const { version, major, encoding, isReadOnly, sizeBytes } = await readServerFacts(orm);
  if (major < VERSION_MIN)
    return failed(`PostgreSQL ${version} is too old. Install ${VERSION_MIN} or newer.`);
  const error = encodingError({ encoding });
  if (error !== null) return failed(error);
  if (isReadOnly) return failed('The database is read-only. Set DATABASE_URL to the primary server.');
  const latency = await shortestLatency(orm);
  const facts = `PostgreSQL ${version}, ${encoding}, ${byteSize(sizeBytes)}, responds in ${latency.toFixed(1)} ms`;
  return latency > SLOW_MS
    ? warning(`${facts}, which is slow. Run Laurel closer to the database server.`)
    : ok(`${facts}.`);
}

/** Returns the shortest of a few round trips in ms, because a busy moment says nothing about the distance. */
async function shortestLatency(orm: Orm): Promise<number> {
  const latencies: number[] = [];
  for (let sent = 0; sent < ROUND_TRIPS; sent += 1) {
    const startedAt = performance.now();
    await orm.em.fork().execute('select 1');
    latencies.push(performance.now() - startedAt);
  }
  return Math.min(...latencies);
}

export async function checkMigrations(orm: Orm): Promise<Found> {
  const { pending, unknown } = await migrationState(orm);
  if (unknown.length > 0) return failed(newerSchemaSentence(unknown));
  return pending.length === 0
    ? ok('The database is up to date.')
    : failed(
        `${counted(pending.length, 'migration is', 'migrations are')} pending. Run \`laurel db migrate\`.`,
      );
}

/** Compares this machine's clock with the database's. */
export async function checkClock(orm: Orm): Promise<Found> {
  const aheadMs = await readAheadMs(orm);
  const seconds = (Math.abs(aheadMs) / 1000).toFixed(1);
  const apart = `${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} the database's clock`;
  return Math.abs(aheadMs) > FAR_MS
    ? failed(`This machine's clock is ${apart}. Synchronize both machines with NTP.`)
    : ok(`This machine's clock is ${apart}.`);
}

/** Checks that there is an administrator, with a passkey if it's required, and that schools can designate. */
export async function checkProgram(ctx: Ctx): Promise<Found[]> {
  const { administrators, approvedPasskeys, activeYear } = await readInstallationState(ctx);
  return [
    administrators === 0
      ? failed(
          'There are no administrators. Run `laurel users create EMAIL --first NAME --last NAME --phone NUMBER --admin`.',
        )
      : ok(`${counted(administrators, 'administrator')} can sign in.`),
    ...(needsApprovedPasskey(ctx) && approvedPasskeys === 0
      ? [
          warning(
            'REQUIRE_PASSKEY is set, but no administrator has an approved passkey. After an administrator adds one under Account Settings, run `laurel passkeys approve ID`.',
          ),
        ]
      : []),
    activeYear === null
      ? warning('No academic year is active. Run `laurel years rollover`, or `laurel years activate YEAR`.')
      : ok(`The active year is ${activeYear}.`),
  ];
}

/** Returns whether administrators have no other way to get their rights. */
function needsApprovedPasskey({ settings: { requirePasskey, oidc } }: Pick<Ctx, 'settings'>): boolean {
  return requirePasskey === 'administrators' && oidc?.replacesPasskey !== true;
}

/** Checks that emails are being sent, and that the mail server accepts them. */
export async function checkDelivery(ctx: Ctx): Promise<Found[]> {
  const found = [...(await checkDue(ctx)), ...(await checkAccepted(ctx))];
  return found.length === 0 ? [ok('The email queue is empty.')] : found;
}

async function checkDue(ctx: Ctx): Promise<Found[]> {
  const { emails, since, isTaken } = await readDueEmails(ctx);
  if (since === null) return [];
  const what = `${counted(emails, 'email is', 'emails are')} due`;
  if (isTaken) return [ok(`${what} and being delivered.`)];
  const at = formatInZone(since, ctx.settings.timeZone);
  return ctx.now().getTime() - Date.parse(since) > WAITS_TOO_LONG_MS
    ? [
        failed(
          `${what}, the oldest since ${at}, but nothing is delivering them. Run \`laurel worker\`, or a server without OUTBOX_WORKER=off.`,
        ),
      ]
    : [ok(`${what}, the oldest since ${at}.`)];
}

/** Reports deferred and failed emails, without addresses from the server's responses. */
async function checkAccepted(ctx: Ctx): Promise<Found[]> {
  const { deferred, deferredSince, lastResponse, failedLately } = await readDeferredEmails(ctx);
  const found: Found[] = [];
  if (deferredSince !== null) {
    const since = formatInZone(deferredSince, ctx.settings.timeZone);
    const response = lastResponse.replace(/\S+@\S+/g, '…');
    const last = response === '' ? '' : `, last response: ${response}`;
    found.push(
      warning(`${counted(deferred, 'email is', 'emails are')} deferred (oldest since ${since}${last}).`),
    );
  }
  if (failedLately > 0) {
    const emails = counted(failedLately, 'email');
    found.push(
      warning(`${emails} failed in the last 24 hours. To see them, run \`laurel emails deliveries\`.`),
    );
  }
  return found;
}
