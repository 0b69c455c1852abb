import { beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { EventEntity } from '#db/entities/event.ts';
import { SessionEntity } from '#db/entities/session.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeAdmin, makeUser, type MadeUser } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { watchRows, type WatchedRows } from '#tests/support/row-snapshot.server.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';
import { callLaurel, type Terminal } from './call-laurel.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

const database = useDatabase('each test');
let orm: Orm;
let ada: MadeUser;
let kim: MadeUser;
let snapshot: WatchedRows;

beforeEach(async () => {
  orm = await database.openOrm();
  ada = await makeAdmin(orm);
  kim = await makeUser(orm, { firstName: 'Kim', lastName: 'Lee', email: 'kim@example.org' });
  snapshot = await watchRows(orm);
});

const users = (...args: string[]) => callLaurel(database.url, ['users', ...args]);
const atTerminal = (terminal: Terminal, ...args: string[]) =>
  callLaurel(database.url, ['users', ...args], terminal);
const signIn = (user: MadeUser, userAgent: string | null = FIREFOX) =>
  startSession(makeCtx({ orm, now: () => new Date() }), {
    owner: { userId: user.id },
    client: { clientAddress: '192.0.2.1', userAgent },
  });
const sessions = () => storedRows(orm, SessionEntity, ['user']);

describe('laurel users sessions', () => {
  it("lists a user's sessions without secrets", async () => {
    expect(await atTerminal({ columns: 80 }, 'sessions', kim.email)).toEqual({
      code: 0,
      stdout: '',
      stderr: "Kim Lee <kim@example.org> isn't signed in anywhere.\n",
    });
    const { id } = await signIn(kim);
    await signIn(ada);
    expect((await users('sessions', kim.email)).stdout).toMatch(
      /^ID,Browser,Signed in,Last used\r\n\S{36},Firefox on Windows,\d{4}-\S+,\d{4}-\S+\r\n$/,
    );
    const { stdout } = await users('sessions', kim.email, '--format', 'json');
    expect(JSON.parse(stdout)).toEqual([
      {
        ...{ id, browser: 'Firefox on Windows', isThis: false },
        startedAt: expect.any(String) as string,
        seenAt: expect.any(String) as string,
      },
    ]);
  });

  it('signs out everywhere after confirmation, with an event', async () => {
    expect((await users('sessions', kim.email, '--end', '--yes')).code).toBe(3);
    await signIn(kim);
    await signIn(kim, null);
    await signIn(ada);
    const before = await snapshot.digests();
    expect(await users('sessions', kim.email, '--end', '--dry-run')).toMatchObject({
      code: 0,
      stderr: 'Would sign Kim Lee <kim@example.org> out of 2 browsers.\n',
    });
    expect((await users('sessions', kim.email, '--end')).code).toBe(2);
    expect([await snapshot.changed(before), (await sessions()).length]).toEqual([[], 3]);
    expect((await users('sessions', kim.email, '--end', '--yes')).stderr).toBe(
      'Signed Kim Lee <kim@example.org> out of 2 browsers.\n',
    );
    expect(await sessions()).toEqual([{ user: ada.id }]);
    expect(await storedRows(orm, EventEntity, ['kind', 'channel', 'subjectId', 'changes'])).toEqual([
      { kind: 'user.signedOut', channel: 'CLI', subjectId: kim.id, changes: { sessions: 2 } },
    ]);
  });
});

describe('laurel users sessions --end-session', () => {
  it('signs out of one browser, and of none with an ID of another account', async () => {
    const [one, other] = [await signIn(kim), await signIn(ada)];
    await signIn(kim, null);
    expect(await users('sessions', kim.email, '--end-session', other.id, '--yes')).toMatchObject({
      code: 3,
      stderr: `Kim Lee <kim@example.org> has no session with the ID ${other.id}.\n`,
    });
    expect(await sessions()).toHaveLength(3);
    expect(await users('sessions', kim.email, '--end-session', one.id, '--yes')).toMatchObject({
      code: 0,
      stderr: 'Signed Kim Lee <kim@example.org> out of 1 browser.\n',
    });
    expect(await sessions()).toHaveLength(2);
    expect((await users('sessions', kim.email, '--end', '--end-session', one.id)).code).toBe(2);
  });
});
