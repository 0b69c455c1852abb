import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  checkBackupAge,
  checkCommandActor,
  checkGrants,
  checkWorker,
} from '#cli/doctor/operation-checks.server.ts';
import { checkProgram } from '#cli/doctor/database-checks.server.ts';
import type { OidcSettings } from '#app/config/grouped-settings.server.ts';
import { recordBackup } from '#app/domain/disclosures/record-disclosure.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makePasskey } from '#tests/factories/passkey-factory.server.ts';
import { makeAdmin, makeUser } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { runStatements } from '#tests/support/database-admin.server.ts';

const HOUR_MS = 60 * 60_000;

describe('the checks of a running installation', () => {
  const database = useDatabase();
  const clock = createTestClock();
  let orm: Orm;
  const opened: Orm[] = [];

  beforeAll(async () => {
    orm = await openOrm(database.url);
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close(true);
  });
  afterAll(() => orm.close(true));

  const ctx = () => makeCtx({ orm, now: clock.now });

  /** Connects under another name or user, and stays connected until the test ends. */
  async function connect(change: (url: URL) => void): Promise<Orm> {
    const url = new URL(database.url);
    change(url);
    const other = await openOrm(url.href, { poolMax: 1 });
    opened.push(other);
    await other.em.fork().execute('select 1');
    return other;
  }
  const named = (name: string) => connect((url) => url.searchParams.set('application_name', name));

  it.each(['laurel worker', 'laurel serve+worker 3000'])('find a connected %s', async (name) => {
    await named(name);
    expect(await checkWorker(ctx())).toEqual({
      state: 'ok',
      message: 'A server or worker that delivers email is connected.',
    });
  });

  it("warn if only servers that don't deliver email are connected", async () => {
    const doctor = makeCtx({ orm: await named('laurel doctor') });
    await orm.close(true);
    orm = await openOrm(database.url);
    await named('laurel serve 3000');
    expect(await checkWorker(doctor)).toEqual({
      state: 'warning',
      message:
        'No server or worker that delivers email is connected. Run `laurel worker`, or a server without OUTBOX_WORKER=off.',
    });
    await named('scholars-1');
    expect((await checkWorker(doctor)).message).toMatch(
      /was found, but 1 other session is connected to the database. If it doesn't deliver email, run `laurel worker`/,
    );
  });

  it('report who commands without --as act for, and a LAUREL_AS that names no administrator', async () => {
    await makeAdmin(orm, { email: 'actor@example.org' });
    const checked = (commandActor: string | null, requireActor: 'off' | 'students' = 'off') =>
      checkCommandActor(makeCtx({ orm, settings: { commandActor, requireActor } }));
    expect(await checked('actor@example.org')).toMatchObject({ state: 'ok' });
    expect(await checked('nobody@example.org')).toEqual({
      state: 'failed',
      message:
        "LAUREL_AS isn't an administrator's address, so every command without --as fails. Change or remove it.",
    });
    expect((await checked(null, 'students')).message).toBe("Commands that return students' data need --as.");
  });

  it('warn if REQUIRE_PASSKEY is set and no administrator has an approved passkey', async () => {
    const approvedAt = clock.now();
    const admin = await makeAdmin(orm);
    await makePasskey(orm, { userId: admin.id });
    await makePasskey(orm, { userId: (await makeUser(orm)).id, approvedAt });
    await makePasskey(orm, {
      userId: (await makeAdmin(orm, { flags: ['ADMIN', 'DELETED'] })).id,
      approvedAt,
    });
    const warnings = async (requirePasskey: 'off' | 'administrators', oidc: OidcSettings | null = null) =>
      (await checkProgram(makeCtx({ orm, settings: { requirePasskey, oidc } })))
        .map(({ message }) => message)
        .filter((message) => message.includes('passkey'));
    expect(await warnings('administrators')).toEqual([
      'REQUIRE_PASSKEY is set, but no administrator has an approved passkey. After an administrator adds one under Account Settings, run `laurel passkeys approve ID`.',
    ]);
    expect(await warnings('off')).toEqual([]);
    const oidc = {
      ...{ issuer: 'https://login.example.edu', clientId: 'laurel', clientSecret: 'secret' },
      ...{ name: 'Example University', replacesPasskey: true },
    };
    expect(await warnings('administrators', oidc)).toEqual([]);
    expect(await warnings('administrators', { ...oidc, replacesPasskey: false })).toHaveLength(1);
    await makePasskey(orm, { userId: admin.id, approvedAt });
    expect(await warnings('administrators')).toEqual([]);
  });

  it('warn if there is no backup, or the last one is older than 36 hours', async () => {
    expect(await checkBackupAge(ctx())).toMatchObject({
      state: 'warning',
      message: 'No backup has been made yet. Run `laurel db backup` every night.',
    });
    await recordBackup(ctx(), 'Regular backup');
    const later = (hours: number) =>
      makeCtx({ orm, now: () => new Date(clock.now().getTime() + hours * HOUR_MS) });
    expect(await checkBackupAge(later(36))).toMatchObject({ state: 'ok' });
    expect(await checkBackupAge(later(37))).toMatchObject({
      state: 'warning',
      message: expect.stringMatching(
        /^The last backup began on .+\. Run `laurel db backup` every night\.$/,
      ) as string,
    });
  });

  it("report grants that are missing or shouldn't exist", async () => {
    const role = `app_${Date.now()}`;
    const run = (...statements: string[]) => runStatements(database.url, statements);
    await run(
      `create role ${role} login password 'app'`,
      `grant usage on schema public to ${role}`,
      `grant select, insert, update, delete on all tables in schema public to ${role}`,
    );
    const app = await connect((url) => {
      url.username = role;
      url.password = 'app';
    });
    const look = () => checkGrants(makeCtx({ orm: app }));
    expect(await look()).toEqual([
      {
        state: 'warning',
        message:
          'The user in DATABASE_URL may change append-only tables. Revoke UPDATE and DELETE on disclosure, disclosure_chain_entry, and event.',
      },
    ]);
    await run(`revoke update, delete on event, disclosure, disclosure_chain_entry from ${role}`);
    expect(await look()).toEqual([
      { state: 'ok', message: 'The user in DATABASE_URL has the grants it needs.' },
    ]);
    await run(`revoke insert, delete on student from ${role}`, `revoke insert on event from ${role}`);
    expect(await look()).toEqual([
      {
        state: 'failed',
        message:
          'The user in DATABASE_URL lacks INSERT on event and INSERT and DELETE on student. Add the missing grants as the user that owns the tables.',
      },
    ]);
    await opened.pop()?.close(true);
    await run(`drop owned by ${role}`, `drop role ${role}`);
  });
});
