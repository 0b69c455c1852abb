import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { getDelivery } from '#app/domain/emails/read-deliveries.server.ts';
import {
  cancelDelivery,
  pauseDelivery,
  resumeDelivery,
} from '#app/domain/emails/transition-delivery.server.ts';
import { type MailSystem, openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import type { EmailState } from '#app/schemas/enums.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import type { Orm } from '#db/orm.server.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type SinkBehavior, type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

/** Enough that some are still waiting when the delivery is paused, however slow the machine is. */
const EMAILS = 2_000;
/** Each of the two workers' eight tasks may claim one more email while the count is read. */
const CLAIMS_AT_ONCE = 16;

const database = useDatabase('each test');
const clock = createTestClock();
let orm: Orm;
let sink: SmtpSink;
let systems: MailSystem[] = [];

beforeAll(async () => {
  sink = await startSmtpSink();
});
beforeEach(async () => {
  sink.reset();
  orm = await database.openOrm();
});
afterEach(async () => {
  await closeSystems();
});
afterAll(() => sink.stop());

function openSystems(count: number): void {
  const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url });
  const log = createLog('silent');
  const parts = { settings, orm, log, now: clock.now, closeMs: 200 };
  systems = Array.from({ length: count }, () => openMailSystem(parts));
}

async function closeSystems(): Promise<void> {
  await Promise.all(systems.map((system) => system.close()));
  systems = [];
}

const wakeAll = () => systems.forEach(({ mailer }) => mailer.wakeOutbox());
const ctx = () =>
  makeCtx({ orm, now: clock.now, mailer: { ...makeCtx({ orm }).mailer, wakeOutbox: wakeAll } });
const countsOf = async (id: string) => (await getDelivery(ctx(), id)).counts;
const came = () => sink.emails.flatMap(({ to }) => to);
const arrived = (count: number) =>
  expect.poll(() => sink.emails.length, { timeout: 20_000, interval: 2 }).toBeGreaterThanOrEqual(count);

async function addressesIn(state: EmailState): Promise<string[]> {
  const emails = await orm.em.fork().find(OutboxMailEntity, { state }, { orderBy: { toAddress: 'asc' } });
  return emails.map(({ toAddress }) => toAddress);
}

it('pausing and canceling during two workers: only emails in flight are sent after the response', async () => {
  const { id } = await makeDelivery(orm, { emails: deliveryEmails(EMAILS) });
  openSystems(2);
  wakeAll();
  await arrived(20);

  const paused = await pauseDelivery(ctx(), id);
  await expect.poll(async () => (await countsOf(id)).sending, { timeout: 20_000 }).toBe(0);
  wakeAll();
  const whilePaused = await countsOf(id);
  expect(paused.status).toBe('PAUSED');
  expect(whilePaused.sent).toBeLessThanOrEqual(paused.counts.sent + paused.counts.sending + CLAIMS_AT_ONCE);
  expect(whilePaused).toEqual({ ...whilePaused, sent: came().length, queued: EMAILS - came().length });
  expect(whilePaused.queued).toBeGreaterThan(0);

  await resumeDelivery(ctx(), id);
  await arrived(whilePaused.sent + 20);
  const { counts: answered } = await cancelDelivery(ctx(), id);
  const finished = async () => (await getDelivery(ctx(), id)).finishedAt;
  await expect.poll(finished, { timeout: 20_000 }).not.toBeNull();
  wakeAll();
  const { sent, cancelled, ...others } = await countsOf(id);
  expect([answered.queued, answered.deferred]).toEqual([0, 0]);
  expect(sent).toBeGreaterThanOrEqual(answered.sent);
  expect(sent).toBeLessThanOrEqual(answered.sent + answered.sending + CLAIMS_AT_ONCE);
  expect(cancelled).toBeGreaterThan(0);
  expect([sent + cancelled, ...Object.values(others)]).toEqual([EMAILS, 0, 0, 0, 0, 0]);
  expect(came().sort()).toEqual(await addressesIn('SENT'));
}, 60_000);

it('emails are retried and delivered after the server hangs or hangs up, and others meanwhile', async () => {
  const errors = new Map<string, SinkBehavior>([
    ['person3@example.org', { kind: 'hang' }],
    ['person5@example.org', { kind: 'close' }],
    ['person8@example.org', { kind: 'close' }],
    ['person9@example.org', { kind: 'defer' }],
  ]);
  sink.behave((to) => errors.get(to) ?? { kind: 'accept' });
  const { id } = await makeDelivery(orm, { emails: deliveryEmails(30) });
  openSystems(1);
  wakeAll();
  await expect
    .poll(() => countsOf(id), { timeout: 20_000 })
    .toMatchObject({ sent: 26, deferred: 3, sending: 1, queued: 0 });
  expect(await addressesIn('SENDING')).toEqual(['person3@example.org']);
  await closeSystems();
  expect(await addressesIn('DEFERRED')).toEqual([...errors.keys()].sort());

  sink.behave({ kind: 'accept' });
  openSystems(1);
  wakeAll();
  clock.advance(60_000);
  wakeAll();
  await expect
    .poll(() => getDelivery(ctx(), id), { timeout: 20_000 })
    .toMatchObject({ status: 'FINISHED', counts: { sent: 30 } });
  expect(came().sort()).toEqual(await addressesIn('SENT'));
  const emailsTried = (attempts: number) => orm.em.fork().count(OutboxMailEntity, { attempts });
  expect([await emailsTried(1), await emailsTried(2)]).toEqual([26, 4]);
}, 60_000);
