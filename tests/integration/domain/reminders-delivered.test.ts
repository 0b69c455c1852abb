import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { approveDelivery } from '#app/domain/emails/transition-delivery.server.ts';
import { type MailSystem, openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { addReminderRule } from '#app/domain/reminders/reminder-rules.server.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeSchool, makeYear, type MadeYear } from '#tests/factories/school-factory.server.ts';
import { makeCounselor } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

/** 5 PM on December 15 in Alaska. A week before, 8 AM in Alaska is 17:00 UTC. */
const DUE = new Date('2026-12-16T02:00:00.000Z');
const WEEK_BEFORE = '2026-12-08T17:00:00.000Z';
const MINUTE_MS = 60_000;

const database = useDatabase('each test');
const clock = createTestClock();
let orm: Orm;
let sink: SmtpSink;
let year: MadeYear;
let systems: MailSystem[] = [];

beforeAll(async () => {
  sink = await startSmtpSink();
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  sink.reset();
  clock.set('2026-12-01T00:00:00.000Z');
  orm = await database.openOrm();
  year = await makeYear(orm, { year: 2027, status: 'ACTIVE', dueAt: DUE });
  const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url });
  const log = createLog('silent');
  systems = Array.from({ length: 2 }, () => openMailSystem({ settings, orm, log, now: clock.now }));
});
afterEach(async () => {
  await closeSystems();
  vi.useRealTimers();
});
afterAll(() => sink.stop());

async function closeSystems(): Promise<void> {
  await Promise.all(systems.map((system) => system.close()));
  systems = [];
}

const ctx = () => makeCtx({ orm, now: clock.now });
const reported = () => sink.emails.map(({ to }) => to[0]).sort();
const deliveries = () => storedRows(orm, EmailDeliveryEntity, ['id', 'status']);

/** Fires the timers of all workers at the same time, including their polls. */
const strike = () => vi.advanceTimersByTime(MINUTE_MS);

async function addSchool(name: string) {
  const school = await makeSchool(orm, { name });
  const { user } = await makeCounselor(orm, [school.id], { email: `${name.toLowerCase()}@x.example` });
  return { ...school, user };
}

async function submit(school: Awaited<ReturnType<typeof addSchool>>): Promise<void> {
  const target = { highSchoolId: school.id, academicYearId: year.id, submittedById: school.user.id };
  await makeDesignation(orm, { ...target, status: 'PENDING' });
}

const rule = (isAutomatic: boolean) =>
  addReminderRule(ctx(), {
    daysBefore: 7,
    states: ['NOT_STARTED'],
    positions: [],
    templateId: null,
    isAutomatic,
  });

it('a reminder is sent once by two concurrent workers, and each person gets one email', async () => {
  for (const name of ['Aspen', 'Birch', 'Cedar']) await addSchool(name);
  await rule(true);
  strike();
  clock.set(WEEK_BEFORE);
  strike();
  const all = ['aspen@x.example', 'birch@x.example', 'cedar@x.example'];
  await expect
    .poll(
      () => {
        vi.advanceTimersByTime(3_000);
        return reported();
      },
      { timeout: 20_000 },
    )
    .toEqual(all);
  await expect
    .poll(() => {
      vi.advanceTimersByTime(3_000);
      return deliveries();
    })
    .toMatchObject([{ status: 'FINISHED' }]);
  clock.advance(MINUTE_MS);
  strike();
  await closeSystems();
  expect(reported()).toEqual(all);
  const [email] = sink.emailsTo('aspen@x.example');
  expect(email?.subject).toBe('The 2027 designation for Aspen is due soon');
  expect(email?.text).toContain("It's due on Dec 15, 2026, 5:00 PM AKST.");
});

it('a reminder waits for approval, then is sent without the schools that submitted in the meantime', async () => {
  await addSchool('Aspen');
  const birch = await addSchool('Birch');
  await rule(false);
  clock.set(WEEK_BEFORE);
  strike();
  await expect.poll(deliveries).toMatchObject([{ status: 'AWAITING_APPROVAL' }]);
  const [delivery] = await deliveries();
  strike();
  await submit(birch);
  expect(reported()).toEqual([]);

  await approveDelivery({ ...ctx(), mailer: systems[0]?.mailer ?? ctx().mailer }, delivery?.id ?? '');
  await sink.waitForEmailTo('aspen@x.example');
  await expect
    .poll(() => {
      vi.advanceTimersByTime(3_000);
      return deliveries();
    })
    .toMatchObject([{ status: 'FINISHED' }]);
  expect(reported()).toEqual(['aspen@x.example']);
  const rows = await storedRows(orm, OutboxMailEntity, ['toAddress', 'response'], {
    where: { state: 'CANCELLED' },
  });
  expect(rows).toEqual([
    { toAddress: 'birch@x.example', response: 'The school has submitted its designation.' },
  ]);
});
