import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { queueMail } from '#app/domain/mail/queue-mail.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { runStatements } from '#tests/support/database-admin.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

const MAILS = 150;
const LANES = 4;
const CLAIM_MS = 60_000;
const OUTBOX_PROCESS = path.join(import.meta.dirname, 'outbox-process.ts');

describe('the outbox under faults', () => {
  const database = useDatabase('each test');
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await startSmtpSink();
  });
  afterAll(() => sink.stop());

  async function queue(orm: Orm, count: number): Promise<void> {
    const mails = Array.from({ length: count }, (_, number) => ({
      kind: 'test',
      to: `person${number}@example.org`,
      subject: 'News',
      text: 'News.',
    }));
    await queueMail(makeCtx({ orm, now: () => new Date() }), mails);
  }

  function startProcess(aheadMs: number): ChildProcess {
    const args = ['--import', 'tsx', OUTBOX_PROCESS, database.url, sink.url, String(aheadMs)];
    return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }

  async function waitForMails(count: number): Promise<void> {
    for (let tries = 0; tries < 4500 && sink.mails.length < count; tries += 1) await sleep(10);
    expect(sink.mails.length).toBeGreaterThanOrEqual(count);
  }

  async function kill(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  it('kill -9 in the middle of a delivery loses none and repeats at most the mails in flight', async () => {
    sink.reset();
    const orm = await openOrm(database.url);
    await queue(orm, MAILS);

    const killed = startProcess(0);
    await waitForMails(MAILS / 3);
    await kill(killed);
    const next = startProcess(CLAIM_MS);
    try {
      await waitForSent(orm, MAILS);
    } finally {
      await kill(next);
    }

    const byRecipient = new Map<string, Set<string | undefined>>();
    for (const mail of sink.mails) {
      const to = mail.to[0] ?? '';
      byRecipient.set(to, (byRecipient.get(to) ?? new Set()).add(mail.messageId));
    }
    const rows = await orm.em
      .fork()
      .execute<{ to_address: string; message_id: string }[]>(
        `select to_address, message_id from outbox_mail where state = 'SENT'`,
      );
    expect(byRecipient).toEqual(new Map(rows.map((row) => [row.to_address, new Set([row.message_id])])));
    expect(sink.mails.length - MAILS).toBeLessThanOrEqual(LANES);
    await orm.close(true);
  }, 60_000);

  it('does not let a mail server that hangs hold up the end: the mail is deferred after some seconds', async () => {
    sink.reset();
    const asked = new Promise<void>((resolve) => {
      sink.behave(() => {
        resolve();
        return { kind: 'hang' };
      });
    });
    const orm = await openOrm(database.url);
    await queue(orm, 1);
    const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url });
    const system = openMailSystem({ settings, orm, log: pino({ enabled: false }), now: () => new Date() });
    system.mailer.wakeOutbox();
    await asked;
    const closedAfterMs = await timed(() => system.close());

    expect(closedAfterMs).toBeLessThan(8_000);
    const rows = await orm.em.fork().execute('select state, attempts from outbox_mail');
    expect(rows).toEqual([{ state: 'DEFERRED', attempts: 1 }]);
    await orm.close(true);
  });

  it('waits while the database is away, says so once, and goes on when it is back', async () => {
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
    const system = openMailSystem({ settings, orm, log, now: () => new Date() });
    system.mailer.wakeOutbox();
    await sleep(200);
    system.mailer.wakeOutbox();
    await sleep(200);
    expect(messagesOf(lines)).toEqual(['the outbox waits: the database does not answer']);

    await runStatements(inject('maintenanceDatabaseUrl'), [`alter database ${name} allow_connections true`]);
    await waitForMails(5);
    await waitForSent(orm, 5);
    expect(messagesOf(lines).filter((message) => message !== 'mail sent')).toEqual([
      'the outbox waits: the database does not answer',
      'the outbox goes on: the database is back',
    ]);
    expect(lines.join('')).not.toContain('@example.org');
    await system.close();
    await orm.close(true);
  });
});

async function waitForSent(orm: Orm, count: number): Promise<void> {
  let sent = 0;
  for (let tries = 0; tries < 1500 && sent < count; tries += 1) {
    const rows = await orm.em
      .fork()
      .execute<{ sent: string }[]>(`select count(*) as sent from outbox_mail where state = 'SENT'`);
    sent = Number(rows[0]?.sent);
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
