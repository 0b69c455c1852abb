import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { openMailTransport } from '#app/domain/mail/mail-transport.server.ts';
import { OutboxWorker, POLL_MS, SEND_DEADLINE_MS } from '#app/domain/mail/outbox-worker.server.ts';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { COMMAND_LINE } from '#tests/support/command-line.global.ts';
import { startCountingSink } from '#tests/support/counting-sink.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { runStatements } from '#tests/support/database-admin.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { PRODUCTION_CONTACTS } from '#tests/support/production-contacts.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

const EMAILS = 600;
const PARALLEL = 4;
const CLAIM_MS = 60_000;
const CLOSE_MS = 200;

describe('the outbox, when something fails,', () => {
  const database = useDatabase('each test');
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  afterAll(() => sink.stop());
  afterEach(() => void vi.useRealTimers());

  async function queue(orm: Orm, count: number): Promise<void> {
    const emails = Array.from({ length: count }, (_, number) => ({
      kind: 'test',
      to: `person${number}@example.org`,
      subject: 'News',
      text: 'News.',
    }));
    await queueEmails(makeCtx({ orm, now: () => new Date() }), emails);
  }

  function startWorker(smtpUrl: string): ChildProcess {
    const settings = {
      ...{ NODE_ENV: 'production', DATABASE_URL: database.url, SMTP_URL: smtpUrl },
      ...{ ...PRODUCTION_CONTACTS, APP_URL: 'https://scholars.example.org' },
    };
    return spawn(process.execPath, [COMMAND_LINE, 'worker'], {
      env: settings as NodeJS.ProcessEnv,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }

  async function waitForEmails(count: number): Promise<void> {
    for (let tries = 0; tries < 4500 && sink.emails.length < count; tries += 1) await sleep(10);
    expect(sink.emails.length).toBeGreaterThanOrEqual(count);
  }

  async function kill(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  it('loses none of 600 emails after kill -9 of two workers, and repeats at most those that were being sent', async () => {
    const mailbox = await startCountingSink();
    const orm = await openOrm(database.url);
    const { id } = await makeDelivery(orm, { emails: deliveryEmails(EMAILS) });
    const arrived = (count: number) =>
      expect.poll(() => mailbox.count, { timeout: 120_000, interval: 10 }).toBeGreaterThanOrEqual(count);

    const [first, second] = [startWorker(mailbox.url), startWorker(mailbox.url)];
    await arrived(EMAILS / 4);
    await kill(first);
    await arrived(EMAILS / 2);
    await kill(second);
    const last = openMailSystem({
      settings: parseSettings({ NODE_ENV: 'test', SMTP_URL: mailbox.url }),
      ...{ orm, log: pino({ enabled: false }), now: () => new Date(Date.now() + CLAIM_MS) },
    });
    const deliveries = () => orm.em.fork().find(EmailDeliveryEntity, {});
    try {
      await expect
        .poll(deliveries, { timeout: 120_000, interval: 100 })
        .toMatchObject([{ id, status: 'FINISHED' }]);
    } finally {
      await last.close();
    }

    const emails = await orm.em.fork().find(OutboxMailEntity, { state: 'SENT' });
    const came = new Map([...mailbox.messages].map(([to, ids]) => [to, new Set(ids)]));
    expect(emails).toHaveLength(EMAILS);
    expect(came).toEqual(new Map(emails.map((email) => [email.toAddress, new Set([email.messageId])])));
    expect(mailbox.count - EMAILS).toBeLessThanOrEqual(2 * PARALLEL);
    await mailbox.stop();
    await orm.close(true);
  }, 300_000);

  it('closes even if the mail server hangs: the email is deferred when the time to close is over', async () => {
    sink.reset();
    const received = new Promise<void>((resolve) => {
      sink.behave(() => {
        resolve();
        return { kind: 'hang' };
      });
    });
    const orm = await openOrm(database.url);
    await queue(orm, 1);
    const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url });
    const system = openMailSystem({
      ...{ settings, orm, log: pino({ enabled: false }), now: () => new Date() },
      closeMs: CLOSE_MS,
    });
    system.mailer.wakeOutbox();
    await received;
    const closedAfterMs = await timed(() => system.close());

    // Timers may fire a millisecond early.
    expect(closedAfterMs).toBeGreaterThanOrEqual(CLOSE_MS - 1);
    expect(closedAfterMs).toBeLessThan(CLOSE_MS + 3_000);
    const emails = await orm.em.fork().find(OutboxMailEntity, {});
    expect(emails).toMatchObject([{ state: 'DEFERRED', attempts: 1 }]);
    await orm.close(true);
  });

  it('defers each email that the mail server takes too long to accept, and sends the next one on time', async () => {
    sink.reset();
    let hanging = 0;
    sink.behave((recipient) => {
      if (!/person[02]@/.test(recipient)) return { kind: 'accept' };
      hanging += 1;
      return { kind: 'hang' };
    });
    const orm = await openOrm(database.url);
    await queue(orm, 4);
    const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url });
    const now = () => new Date();
    const transport = openMailTransport(settings, { connections: 1, now });
    const worker = new OutboxWorker({
      ...{ settings, orm, transport, now },
      log: pino({ enabled: false }),
      concurrency: 1,
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    worker.wake();
    await vi.advanceTimersByTimeAsync(1_000);
    for (const count of [1, 2]) {
      await expect.poll(() => hanging).toBe(count);
      await vi.advanceTimersByTimeAsync(SEND_DEADLINE_MS);
    }
    await expect.poll(() => sink.emails.length).toBe(2);
    vi.useRealTimers();
    await worker.stop();
    transport.close();

    const emails = await orm.em.fork().find(OutboxMailEntity, {}, { orderBy: { toAddress: 'asc' } });
    const deferred = { state: 'DEFERRED', response: 'The mail server took too long.' };
    expect(emails).toMatchObject([deferred, { state: 'SENT' }, deferred, { state: 'SENT' }]);
    await orm.close(true);
  });

  it('waits while the database is down, logs it once, and continues afterwards', async () => {
    sink.reset();
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
    const orm = await openOrm(database.url);
    await queue(orm, 5);
    const name = new URL(database.url).pathname.slice(1);
    await runStatements(inject('maintenanceDatabaseUrl'), [
      `alter database ${name} allow_connections false`,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    ]);

    const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const system = openMailSystem({ settings, orm, log, now: () => new Date() });
    system.mailer.wakeOutbox();
    await sleep(200);
    system.mailer.wakeOutbox();
    await sleep(200);
    expect(messagesOf(lines)).toEqual(["the outbox is waiting: the database isn't responding"]);

    await runStatements(inject('maintenanceDatabaseUrl'), [`alter database ${name} allow_connections true`]);
    vi.advanceTimersByTime(POLL_MS);
    await waitForEmails(5);
    await waitForSent(orm, 5);
    expect(messagesOf(lines).filter((message) => message !== 'email sent')).toEqual([
      "the outbox is waiting: the database isn't responding",
      'the outbox has resumed: the database is responding again',
    ]);
    expect(lines.join('')).not.toContain('@example.org');
    await system.close();
    await orm.close(true);
  });

  it('logs what is missing before the database is migrated, and continues afterwards', async () => {
    sink.reset();
    const lines: string[] = [];
    const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
    const orm = await openOrm(database.url);
    await queue(orm, 1);
    await runStatements(database.url, ['alter table outbox_mail rename to not_yet_made']);
    const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const system = openMailSystem({ settings, orm, log, now: () => new Date() });
    system.mailer.wakeOutbox();
    const waits = 'the outbox is waiting: migrations are pending; run `laurel db migrate`';
    await expect.poll(() => messagesOf(lines)).toEqual([waits]);
    await runStatements(database.url, ['alter table not_yet_made rename to outbox_mail']);
    vi.advanceTimersByTime(POLL_MS);
    await waitForSent(orm, 1);
    expect(messagesOf(lines).filter((message) => message !== 'email sent')).toEqual([
      waits,
      'the outbox has resumed: the database is responding again',
    ]);
    await system.close();
    await orm.close(true);
  });
});

async function waitForSent(orm: Orm, count: number): Promise<void> {
  let sent = 0;
  for (let tries = 0; tries < 1500 && sent < count; tries += 1) {
    sent = await orm.em.fork().count(OutboxMailEntity, { state: 'SENT' });
    await sleep(20);
  }
  expect(sent).toBe(count);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = Date.now();
  await work();
  return Date.now() - startedAt;
}

function messagesOf(lines: readonly string[]): string[] {
  return lines.map((line) => String((JSON.parse(line) as { msg: unknown }).msg));
}
