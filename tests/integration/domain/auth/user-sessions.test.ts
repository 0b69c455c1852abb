import { beforeEach, expect, it } from 'vitest';
import { EventEntity } from '#db/entities/event.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { endSessions, listSessions } from '#app/domain/auth/user-sessions.server.ts';
import { startSession } from '#app/domain/auth/sessions.server.ts';
import { RECENT_SIGN_IN_MINUTES } from '#app/config/constants.ts';
import { Forbidden, NotFound, SignInAgain, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, type UserActor } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { actorOf, makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';

const database = useDatabase('each test');
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:130.0) Gecko/20100101 Firefox/130.0';
let orm: Orm;
let pat: UserActor;
let colleague: UserActor;
let ids: string[];

beforeEach(async () => {
  orm = await database.openOrm();
  const school = await makeSchool(orm);
  ({ actor: pat } = await makeCounselor(orm, [school.id]));
  ({ actor: colleague } = await makeCounselor(orm, [school.id]));
  const clock = createTestClock();
  ids = [];
  for (const userAgent of [FIREFOX, null, 'curl/8']) {
    const { id } = await startSession(
      { em: orm.em.fork(), now: clock.now },
      { owner: { userId: pat.id }, client: { clientAddress: '192.0.2.1', userAgent } },
    );
    ids.push(id);
    clock.advance(60_000);
  }
});

const ctxOf = (actor: Actor) => makeCtx({ orm, actor });

/** Pat in this session, which started this many minutes ago. */
const patIn = (sessionId: string | undefined, minutes = 1): UserActor => ({
  ...pat,
  sessionId: sessionId ?? null,
  signedInAt: new Date(makeCtx({ orm }).now().getTime() - minutes * 60_000),
});

async function stored() {
  const sessions = await orm.em.fork().findAll(SessionEntity, { orderBy: { createdAt: 'asc' } });
  return sessions.map(({ id }) => id);
}

it('sessions are listed for the user and administrators, the last used first, with readable browser names', async () => {
  const own: Actor = { ...pat, sessionId: ids[0] ?? null };
  const sessions = await listSessions(ctxOf(own), pat.id);
  expect(sessions).toEqual([
    { id: ids[2], browser: 'Unknown browser', startedAt: at(2), seenAt: at(2), isThis: false },
    { id: ids[1], browser: 'Unknown browser', startedAt: at(1), seenAt: at(1), isThis: false },
    { id: ids[0], browser: 'Firefox on Windows', startedAt: at(0), seenAt: at(0), isThis: true },
  ]);
  const admin = actorOf(await makeAdmin(orm));
  expect((await listSessions(ctxOf(admin), pat.id)).map(({ isThis }) => isThis)).toEqual([
    false,
    false,
    false,
  ]);
});

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 21, 21, minutes)).toISOString();

it("signing out everywhere keeps only one's own current session", async () => {
  expect(await endSessions(ctxOf(patIn(ids[1])), { userId: pat.id })).toBe(2);
  expect(await stored()).toEqual([ids[1]]);
  expect(await endSessions(ctxOf(actorOf(await makeAdmin(orm))), { userId: pat.id })).toBe(1);
  expect(await stored()).toEqual([]);
  const events = await orm.em.fork().findAll(EventEntity, { orderBy: { changes: 'asc' } });
  expect(events).toMatchObject([
    { kind: 'user.signedOut', subjectId: pat.id, changes: { sessions: 1 } },
    { kind: 'user.signedOut', subjectId: pat.id, changes: { sessions: 2 } },
  ]);
});

it('one session is ended alone, never the current one or one of another user', async () => {
  const own = ctxOf(patIn(ids[0]));
  const { id: others } = await startSession(
    { em: orm.em.fork(), now: () => new Date() },
    { owner: { userId: colleague.id }, client: { clientAddress: '192.0.2.1', userAgent: null } },
  );
  const end = (sessionId: string | undefined) => endSessions(own, { userId: pat.id, sessionId });
  expect([await end(ids[2]), await end(ids[2]), await end(ids[0]), await end(others)]).toEqual([1, 0, 0, 0]);
  expect((await stored()).toSorted()).toEqual([ids[0], ids[1], others].toSorted());
});

it('half an hour after signing in, no session can be ended', async () => {
  const afterRecentSignIn = ctxOf(patIn(ids[0], RECENT_SIGN_IN_MINUTES));
  expect(await refusalOf(endSessions(afterRecentSignIn, { userId: pat.id }))).toBeInstanceOf(SignInAgain);
  expect(await stored()).toHaveLength(3);
});

it("colleagues, strangers, and visitors can't see or end a user's sessions", async () => {
  const stranger = actorOf(await makeUser(orm));
  for (const [actor, expected] of [
    [colleague, new Forbidden()],
    [stranger, new NotFound()],
    [ANONYMOUS, new Unauthorized()],
  ] as const) {
    expect(await refusalOf(listSessions(ctxOf(actor), pat.id))).toEqual(expected);
    expect(await refusalOf(endSessions(ctxOf(actor), { userId: pat.id }))).toEqual(expected);
  }
  expect(await stored()).toHaveLength(3);
});
