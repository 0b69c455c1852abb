import { randomUUID } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  countAccessRequests,
  listAccessRequests,
  listOwnAccessRequests,
} from '#app/domain/access-requests/list-access-requests.server.ts';
import {
  requestAccess,
  schoolNameKey,
  withdrawRequest,
} from '#app/domain/access-requests/request-access.server.ts';
import { declineAccessRequest } from '#app/domain/access-requests/decide-access-request.server.ts';
import { deleteEndedSignInRows } from '#app/domain/auth/auth-queries.server.ts';
import { deleteUser } from '#app/domain/users/change-user.server.ts';
import { Conflict, NotFound, RateLimited, Unauthorized } from '#app/lib/domain-errors.ts';
import { type Actor, ANONYMOUS, type UserActor } from '#app/policy/actor.ts';
import { AccessRequestEntity } from '#db/entities/access-request.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeSchool, type MadeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { type CountingOrm, openCountingOrm } from '#tests/support/statements.server.ts';

/** What differs between executions of the same statement: rows, parameters, and the duration. */
const VALUES_AND_TIME = /values .*$|in \(\$.*$| \[took .*$/s;

const DAY_MS = 86_400_000;
const database = useDatabase('each test');
let counting: CountingOrm;
let orm: Orm;
let clock: ReturnType<typeof createTestClock>;
let school: MadeSchool;
let stranger: UserActor;
let admin: UserActor;
beforeEach(async () => {
  counting = await openCountingOrm(database);
  ({ orm } = counting);
  clock = createTestClock();
  school = await makeSchool(orm, { name: "Chilkat Valley St. Mary's High School" });
  await makeSchool(orm, { name: 'Closed High', status: 'INACTIVE' });
  stranger = actorOf(await makeUser(orm, { email: 'stranger@x.example.org' }));
  admin = actorOf(await makeAdmin(orm, { email: 'admin@x.example.org' }));
});

const as = (actor: Actor) => makeCtx({ orm, actor, now: clock.now });
const ask = (schoolName: string, actor: Actor = stranger, clientAddress = '192.0.2.1') =>
  requestAccess(as(actor), { schoolName, clientAddress });
const requests = () => orm.em.fork().find(AccessRequestEntity, {}, { orderBy: { schoolName: 'asc' } });
const recipients = async () => {
  const emails = await orm.em.fork().find(OutboxMailEntity, { kind: 'access.requested' });
  return emails.map(({ toAddress }) => toAddress).toSorted();
};
const ownNames = async () => (await listOwnAccessRequests(as(stranger))).map(({ schoolName }) => schoolName);

it.each([
  "CHILKAT valley  St Mary's high school",
  'Chilkat Valley St. Marys HS',
  '  chilkat-valley, st. mary’s High School. ',
])('an access request finds the school as %s', (typed) => {
  expect(schoolNameKey(typed)).toBe(schoolNameKey(school.name));
});

it.each(['Chilkat Valley High School', 'Chilkat', "Chilkat Valley St. Mary's High School 2", '!!!'])(
  "an access request doesn't find the school as %s",
  async (typed) => {
    await ask(typed);
    expect((await requests()).map(({ highSchool, schoolName }) => [highSchool, schoolName])).toEqual([
      [null, typed],
    ]);
  },
);

describe('a request', () => {
  it('emails all active staff of the school and the administrators, each once', async () => {
    await makeCounselor(orm, [school.id], { email: 'colleague@x.example.org' });
    await makeCounselor(orm, [school.id], { email: 'gone@x.example.org', flags: ['DELETED'] });
    await makeCounselor(orm, [school.id], { email: 'both@x.example.org', flags: ['ADMIN'] });
    const other = await makeSchool(orm, { name: 'Other High' });
    await makeCounselor(orm, [other.id], { email: 'elsewhere@x.example.org' });
    await ask(`  ${school.name.toUpperCase()}.`);
    expect(await recipients()).toEqual([
      'admin@x.example.org',
      'both@x.example.org',
      'colleague@x.example.org',
    ]);
    const email = await orm.em
      .fork()
      .findOneOrFail(OutboxMailEntity, { toAddress: 'colleague@x.example.org' });
    expect(email.subject).toBe(`stranger@x.example.org requests access to ${school.name}`);
    expect(email.textBody).toContain(
      `Someone signed in to Scholars and requested access to ${school.name}. Their email address:\nstranger@x.example.org`,
    );
    expect(email.textBody).toContain(`/manage/${school.id}`);
    expect(email.textBody).not.toContain('administrators can accept');
  });

  it.each(['No Such High', 'Closed High', 'Twin High'])(
    'for %s goes to administrators only',
    async (typed) => {
      for (const city of ['one', 'two']) {
        const twin = await makeSchool(orm, { name: 'Twin High' });
        await makeCounselor(orm, [twin.id], { email: `${city}@x.example.org` });
      }
      await ask(typed);
      expect(await recipients()).toEqual(['admin@x.example.org']);
      const email = await orm.em.fork().findOneOrFail(OutboxMailEntity, { kind: 'access.requested' });
      expect(email.textBody).toContain('administrators can accept the request');
      expect(email.textBody).toContain('/invites');
      expect(`${email.subject} ${email.textBody}`).not.toContain(typed);
    },
  );

  it('runs the same statements whether the school exists, is inactive, has staff, or not', async () => {
    const staffed = await makeSchool(orm, { name: 'Staffed High' });
    await makeCounselor(orm, [staffed.id]);
    const statementsFor = async (typed: string) => {
      const actor = actorOf(await makeUser(orm));
      const statements = await counting.statementsOf(() => ask(typed, actor));
      return statements.map((sql) => stripVTControlCharacters(sql).replace(VALUES_AND_TIME, ''));
    };
    const unknown = await statementsFor('No Such High');
    expect(unknown.length).toBeGreaterThan(5);
    for (const typed of [staffed.name, school.name, 'Closed High', 'Another Unknown High']) {
      expect(await statementsFor(typed)).toEqual(unknown);
    }
  });

  it('is stored once while it waits, however the name is typed, for schools that exist or not', async () => {
    for (const name of [school.name, 'No Such High']) {
      await ask(name);
      await ask(`${name.toLowerCase().replace('high school', 'HS')}!`);
    }
    expect((await requests()).map(({ schoolName }) => schoolName)).toEqual([school.name, 'No Such High']);
    expect(await recipients()).toHaveLength(2);
  });

  it("isn't stored for a school whose staff the user is on already", async () => {
    const { actor } = await makeCounselor(orm, [school.id]);
    await ask(school.name, actor);
    expect(await requests()).toEqual([]);
    expect(await recipients()).toEqual([]);
  });

  it('needs an account', async () => {
    expect(await refusalOf(ask(school.name, ANONYMOUS))).toBeInstanceOf(Unauthorized);
    const newcomer = { kind: 'newcomer', email: 'new@x.example.org', sessionId: '' } as const;
    expect(await refusalOf(ask(school.name, newcomer))).toBeInstanceOf(Unauthorized);
    await deleteUser(as(admin), { id: stranger.id, ifMatch: null });
    expect(await refusalOf(ask(school.name))).toBeInstanceOf(Unauthorized);
    expect(await requests()).toEqual([]);
  });
});

describe('the limits of access requests', () => {
  const TOO_MANY_OPEN = new Conflict(
    'You already have 3 open requests. Withdraw one, or wait until one is answered or expires.',
  );

  it('let three of ten requests through that arrive at once', async () => {
    const names = Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? `Unknown ${at}` : `School ${at}`));
    for (const name of names.filter((one) => one.startsWith('School'))) await makeSchool(orm, { name });
    const settled = await Promise.allSettled(names.map((name) => ask(name)));
    const refusals = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(refusals).toEqual(Array.from({ length: 7 }, () => TOO_MANY_OPEN));
    expect(await requests()).toHaveLength(3);
  });

  it('count declined requests until they expire, and not withdrawn or expired ones', async () => {
    const { actor: counselor } = await makeCounselor(orm, [school.id]);
    await ask(school.name);
    await ask('No Such High');
    await ask('Another High');
    const [matched] = await orm.em.fork().find(AccessRequestEntity, { highSchool: school.id });
    const requestId = matched?.id ?? '';
    await declineAccessRequest(as(counselor), { highSchoolId: school.id, requestId });
    expect(await refusalOf(ask('Fourth High'))).toEqual(TOO_MANY_OPEN);
    expect((await ownNames()).toSorted()).toEqual(['Another High', school.name, 'No Such High']);
    await withdrawRequest(as(stranger), requestId);
    await ask('Fourth High');
    clock.advance(30 * DAY_MS);
    expect(await ownNames()).toEqual([]);
    await ask('Fifth High');
    expect(await ownNames()).toEqual(['Fifth High']);
  });

  it('allow ten requests of an account in 24 hours', async () => {
    for (let at = 0; at < 10; at += 1) {
      await ask(`High ${at}`, stranger, `192.0.2.${at}`);
      const [own] = await listOwnAccessRequests(as(stranger));
      await withdrawRequest(as(stranger), own?.id ?? '');
    }
    clock.advance(DAY_MS / 2);
    expect(await refusalOf(ask('One more'))).toEqual(
      new RateLimited("You've sent 10 requests in the past 24 hours. Try again in 12 hours.", 12 * 3600),
    );
    await ask('One more', actorOf(await makeUser(orm)));
  });

  it('allow 20 requests from a network in 15 minutes', async () => {
    for (let at = 0; at < 20; at += 1) await ask('Same High', actorOf(await makeUser(orm)), '192.0.2.9');
    expect(await refusalOf(ask('Same High', stranger, '192.0.2.9'))).toEqual(
      new RateLimited('Too many requests were sent from your network. Try again in 15 minutes.', 900),
    );
    await ask('Same High', stranger, '192.0.2.10');
  });

  it("don't count repeated requests, which change nothing", async () => {
    for (let at = 0; at < 25; at += 1) await ask('Same High', stranger, '192.0.2.9');
    await ask('Other High', stranger, '192.0.2.9');
    expect(await requests()).toHaveLength(2);
  });
});

describe('a waiting request', () => {
  it('looks the same to its user for every school, before and after it was declined', async () => {
    const { actor: counselor } = await makeCounselor(orm, [school.id]);
    const applicants: string[] = [];
    const shownTo = async (typed: string) => {
      const actor = actorOf(await makeUser(orm));
      applicants.push(actor.email);
      await ask(typed, actor);
      return async () => {
        const [own, ...others] = await listOwnAccessRequests(as(actor));
        expect(others).toEqual([]);
        return JSON.stringify({ ...own, id: '', schoolName: '' });
      };
    };
    const existing = await shownTo(school.name);
    const unknown = await shownTo('No Such High');
    expect(await existing()).toBe(await unknown());
    const { id: requestId } = await orm.em
      .fork()
      .findOneOrFail(AccessRequestEntity, { highSchool: school.id });
    await declineAccessRequest(as(counselor), { highSchoolId: school.id, requestId });
    expect(await existing()).toBe(await unknown());
    const emails = await orm.em.fork().find(OutboxMailEntity, {});
    expect(emails.length).toBeGreaterThan(0);
    expect(emails.filter(({ toAddress }) => applicants.includes(toAddress))).toEqual([]);
  });

  it('can be withdrawn by its user only, and once', async () => {
    await ask(school.name);
    const [own] = await listOwnAccessRequests(as(stranger));
    const id = own?.id ?? '';
    const other = actorOf(await makeUser(orm));
    expect(await refusalOf(withdrawRequest(as(other), id))).toBeInstanceOf(NotFound);
    expect(await refusalOf(withdrawRequest(as(admin), id))).toBeInstanceOf(NotFound);
    await withdrawRequest(as(stranger), id);
    expect(await refusalOf(withdrawRequest(as(stranger), id))).toBeInstanceOf(NotFound);
    expect(await ownNames()).toEqual([]);
    expect(await requests()).toMatchObject([{ outcome: 'WITHDRAWN' }]);
  });

  it('is deleted a year after it expired, with the next sign-in', async () => {
    await ask(school.name);
    const cleanUp = () => deleteEndedSignInRows(as(stranger), clock.now());
    clock.advance(394 * DAY_MS);
    await cleanUp();
    expect(await requests()).toHaveLength(1);
    clock.advance(DAY_MS);
    await cleanUp();
    expect(await requests()).toEqual([]);
  });

  it('is deleted with its account, and recorded as withdrawn', async () => {
    await ask(school.name);
    await ask('No Such High');
    await deleteUser(as(admin), { id: stranger.id, ifMatch: null });
    expect(await requests()).toEqual([]);
    const events = await orm.em.fork().find(EventEntity, { kind: 'access.withdrawn' });
    const subjects = [school.id, stranger.id, stranger.id].toSorted();
    expect(events.map(({ subjectId }) => subjectId).toSorted()).toEqual(subjects);
  });
});

it('the newest open requests are listed and counted even if more are open than fit on a page', async () => {
  await ask('No Such High');
  const rows = Array.from({ length: 250 }, (_, at) => ({
    ...{ id: randomUUID(), user: stranger.id, highSchool: null, schoolName: `Junk ${at}`, position: null },
    ...{ createdAt: new Date('2026-08-01T00:00:00Z'), expiresAt: new Date('2099-01-01T00:00:00Z') },
  }));
  await orm.em.fork().insertMany(AccessRequestEntity, rows);
  const newest = await orm.em.fork().findOneOrFail(AccessRequestEntity, { schoolName: 'No Such High' });
  const { items, total } = await listAccessRequests(as(admin));
  expect([items.length, total]).toEqual([200, 251]);
  expect(items.map(({ id }) => id)).toContain(newest.id);
  expect(await countAccessRequests(as(admin))).toEqual({
    schools: [],
    unmatched: 251,
  });
});
