import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { listOwnAccessRequests } from '#app/domain/access-requests/list-access-requests.server.ts';
import { requestAccess, withdrawRequest } from '#app/domain/access-requests/request-access.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { changeUser } from '#app/domain/users/change-user.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { AccessRequestEntity } from '#db/entities/access-request.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { type MadeSchool, makeSchool } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor, makeUser } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

const DAY_MS = 86_400_000;
const database = useDatabase('each test');
let orm: Orm;
let sink: SmtpSink;
let clock: ReturnType<typeof createTestClock>;
let school: MadeSchool;
let colleague: string;
let admin: UserActor;
beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.stop());
beforeEach(async () => {
  sink.reset();
  clock = createTestClock();
  orm = await database.openOrm();
  school = await makeSchool(orm, { name: 'Alder High' });
  colleague = (await makeCounselor(orm, [school.id], { email: 'colleague@x.example.org' })).user.email;
  admin = actorOf(await makeAdmin(orm, { email: 'admin@x.example.org' }));
});

const as = (actor: UserActor) => makeCtx({ orm, actor, now: clock.now });
const newcomer = async () => actorOf(await makeUser(orm));
const ask = (schoolName: string, actor: UserActor) =>
  requestAccess(as(actor), { schoolName, clientAddress: '192.0.2.1' });
const emails = () =>
  orm.em.fork().find(OutboxMailEntity, { kind: 'access.requested' }, { orderBy: { toAddress: 'asc' } });
const recipients = async () => (await emails()).map(({ toAddress }) => toAddress);

describe('an email about an access request', () => {
  /** Delivers all waiting emails, and then those of `check`. */
  async function deliver(check: () => Promise<unknown>) {
    const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url });
    const system = openMailSystem({ settings, orm, log: createLog('silent'), now: clock.now });
    system.mailer.wakeOutbox();
    try {
      await check();
    } finally {
      await system.close();
    }
  }

  it("reaches the school's staff and the administrators, who aren't on the staff", async () => {
    await ask('Alder High', await newcomer());
    await deliver(() =>
      expect.poll(emails).toMatchObject([
        { toAddress: admin.email, state: 'SENT', highSchoolIds: [] },
        { toAddress: colleague, state: 'SENT', highSchoolIds: [school.id] },
      ]),
    );
    for (const address of [admin.email, colleague]) expect(sink.emailsTo(address)).toHaveLength(1);
  });

  it("isn't sent to people who are no longer administrators", async () => {
    const former = await makeAdmin(orm, { email: 'former@x.example.org' });
    for (const name of ['Alder High', 'No Such High']) await ask(name, await newcomer());
    await changeUser(as(admin), { id: former.id, patch: { flags: [] }, ifMatch: null });
    const toFormer = async () => (await emails()).filter(({ toAddress }) => toAddress === former.email);
    const canceled = { state: 'CANCELLED', response: 'No longer an administrator.' };
    await deliver(() => expect.poll(toFormer).toMatchObject([canceled, canceled]));
    expect(sink.emailsTo(former.email)).toEqual([]);
  });

  it('contains nothing that the applicant typed, and neither does the history', async () => {
    const named = { firstName: 'Click http://evil.example.org', lastName: 'now' };
    const sender = actorOf(await makeUser(orm, { ...named, email: 'liar@x.example.org' }));
    for (const typed of ['ALDER HIGH', 'Call 555-0100 at once']) await ask(typed, sender);
    expect(await emails()).toHaveLength(3);
    const written = JSON.stringify([await emails(), await orm.em.fork().find(EventEntity, {})]);
    for (const text of ['evil.example.org', '555-0100', 'ALDER HIGH']) expect(written).not.toContain(text);
  });

  it("isn't sent again after the request was withdrawn, nor more than five times a day for a name", async () => {
    const applicant = await newcomer();
    await ask('Alder High', applicant);
    const [own] = await listOwnAccessRequests(as(applicant));
    await withdrawRequest(as(applicant), own?.id ?? '');
    clock.advance(2 * DAY_MS);
    await ask('alder high', applicant);
    const requests = () => orm.em.fork().count(AccessRequestEntity);
    expect(await requests()).toBe(2);
    const toColleague = async () => (await recipients()).filter((to) => to === colleague).length;
    expect(await toColleague()).toBe(1);
    clock.advance(2 * DAY_MS);
    for (let at = 0; at < 6; at += 1) await ask('Alder High', await newcomer());
    expect(await requests()).toBe(8);
    expect(await toColleague()).toBe(6);
    clock.advance(DAY_MS);
    await ask('Alder High', await newcomer());
    expect(await toColleague()).toBe(7);
  });
});
