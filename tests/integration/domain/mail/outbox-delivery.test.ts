import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#app/config/log.server.ts';
import { parseSettings } from '#app/config/env.server.ts';
import { type MailSystem, openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { CLAIM_MS, settleAndClaim } from '#app/domain/mail/outbox-claims.server.ts';
import { POLL_MS } from '#app/domain/mail/outbox-worker.server.ts';
import { queueMail } from '#app/domain/mail/queue-mail.server.ts';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

interface OutboxRow {
  state: string;
  attempts: number;
  response: string | null;
  next_in: number;
  claimed_by: string | null;
  was_sent: boolean;
}

describe('the outbox', () => {
  const database = useDatabase();
  const clock = createTestClock();
  let orm: Orm;
  let sink: SmtpSink;
  let system: MailSystem;

  beforeAll(async () => {
    orm = await openOrm(database.url);
    sink = await startSmtpSink();
  });
  beforeEach(async () => {
    sink.reset();
    await orm.em.fork().execute('delete from outbox_mail');
    system = openSystem();
  });
  afterEach(() => system.close());
  afterAll(async () => {
    await sink.stop();
    await orm.close(true);
  });

  function openSystem(): MailSystem {
    const settings = parseSettings({ NODE_ENV: 'test', SMTP_URL: sink.url, APP_NAME: 'Laurels' });
    return openMailSystem({ settings, orm, log: createLog('silent'), now: clock.now });
  }

  async function queue(...addresses: string[]): Promise<void> {
    const ctx = makeCtx({ orm, now: clock.now, mailer: system.mailer });
    const mails = addresses.map((to) => ({ kind: 'test', to, subject: 'News', text: 'Tröstlich.' }));
    await inTransaction(ctx, (tx) => queueMail(tx, mails));
  }

  async function row(address: string): Promise<OutboxRow> {
    const rows = await orm.em.fork().execute<OutboxRow[]>(
      `select state, attempts, response, claimed_by, sent_at is not null as was_sent,
              extract(epoch from next_attempt_at - ?::timestamptz)::int as next_in
         from outbox_mail where to_address = ?`,
      [clock.now(), address],
    );
    const [found] = rows;
    if (found === undefined) throw new Error(`The outbox holds nothing for ${address}.`);
    return found;
  }

  async function rowOnceSettled(address: string): Promise<OutboxRow> {
    for (let tries = 0; tries < 400; tries += 1) {
      const found = await row(address);
      if (found.state !== 'QUEUED' && found.state !== 'SENDING') return found;
      await sleep(20);
    }
    return row(address);
  }

  it('sends a committed mail at once, from the installation, with the id of its row', async () => {
    await queue('ada@example.org');

    const mail = await sink.waitForMailTo('ada@example.org');
    const ids = await orm.em.fork().execute<{ message_id: string }[]>('select message_id from outbox_mail');
    expect(mail).toMatchObject({ subject: 'News', text: 'Tröstlich.\n', messageId: ids[0]?.message_id });
    expect(mail.parsed.from?.text).toBe('"Laurels" <scholars@example.org>');
    expect(mail.parsed.headers.get('auto-submitted')).toBe('auto-generated');
    const { response, ...settled } = await rowOnceSettled('ada@example.org');
    expect(settled).toEqual({ state: 'SENT', attempts: 1, next_in: 0, claimed_by: null, was_sent: true });
    expect(response).toMatch(/^250 /);
  });

  it('sends nothing of a transaction that was rolled back', async () => {
    const ctx = makeCtx({ orm, now: clock.now, mailer: system.mailer });
    const failing = inTransaction(ctx, async (tx) => {
      await queueMail(tx, [{ kind: 'test', to: 'never@example.org', subject: 'No', text: 'No' }]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await queue('after@example.org');

    await sink.waitForMailTo('after@example.org');
    expect(sink.mailsTo('never@example.org')).toEqual([]);
  });

  it('tries a deferred mail again after 60 s, then doubles the pause up to an hour, ten times', async () => {
    sink.behave({ kind: 'defer', message: '4.2.1 Mailbox busy' });
    await queue('busy@example.org');

    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      const settled = await rowOnceSettled('busy@example.org');
      expect(settled).toMatchObject({
        state: 'DEFERRED',
        attempts: attempt,
        response: '451 4.2.1 Mailbox busy',
      });
      pauses.push(settled.next_in);
      clock.advance(settled.next_in * 1000);
      await orm.em.fork().execute(`update outbox_mail set state = 'QUEUED'`);
      system.mailer.wakeOutbox();
    }
    expect(pauses).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    expect(await rowOnceSettled('busy@example.org')).toMatchObject({ state: 'FAILED', attempts: 10 });
    expect(sink.mails).toEqual([]);
  });

  it('does not try again before it is due', async () => {
    sink.behave({ kind: 'defer' });
    await queue('later@example.org');
    await rowOnceSettled('later@example.org');
    sink.reset();
    clock.advance(59_000);
    await queue('now@example.org');

    await sink.waitForMailTo('now@example.org');
    expect(sink.mailsTo('later@example.org')).toEqual([]);
  });

  it('takes 5xx as final and keeps the words of the server; 5.1.x marks the address as bounced', async () => {
    sink.behave((recipient) =>
      recipient.startsWith('gone')
        ? { kind: 'refuse', code: 550, message: '5.1.1 No such mailbox' }
        : { kind: 'refuse', code: 554, message: '5.7.1 Not wanted here' },
    );
    await queue('gone@example.org', 'spam@example.org');

    expect(await rowOnceSettled('gone@example.org')).toMatchObject({
      state: 'BOUNCED',
      attempts: 1,
      response: '550 5.1.1 No such mailbox',
      was_sent: false,
    });
    expect(await rowOnceSettled('spam@example.org')).toMatchObject({
      state: 'FAILED',
      response: '554 5.7.1 Not wanted here',
    });
    const bounced = await orm.em.fork().execute('select address, source, reason from bounced_address');
    expect(bounced).toEqual([
      { address: 'gone@example.org', source: 'SMTP', reason: '550 5.1.1 No such mailbox' },
    ]);
  });

  it('defers a mail whose connection breaks, while others go on', async () => {
    sink.behave((recipient) => (recipient.startsWith('cut') ? { kind: 'close' } : { kind: 'accept' }));
    await queue('cut@example.org', 'fine@example.org');

    await sink.waitForMailTo('fine@example.org');
    expect(await rowOnceSettled('cut@example.org')).toMatchObject({ state: 'DEFERRED', next_in: 60 });
  });

  it('takes a claim that its worker left behind within 60 s of its poll, and not before it has ended', async () => {
    await system.close();
    await queue('left@example.org');
    await settleAndClaim({ orm, worker: 'gone', mailRate: null }, null, clock.now());
    system = openSystem();
    expect(CLAIM_MS + POLL_MS).toBeLessThan(60_000);
    clock.advance(CLAIM_MS - 1);
    await queue('first@example.org');
    await sink.waitForMailTo('first@example.org');
    expect(sink.mailsTo('left@example.org')).toEqual([]);

    clock.advance(1);
    system.mailer.wakeOutbox();
    await sink.waitForMailTo('left@example.org');
    expect(await rowOnceSettled('left@example.org')).toMatchObject({ state: 'SENT', attempts: 2 });
  });

  it('shares the outbox with another worker: each mail leaves once', async () => {
    const other = openSystem();
    const addresses = Array.from({ length: 60 }, (_, number) => `person${number}@example.org`);
    await queue(...addresses);
    other.mailer.wakeOutbox();

    for (const address of addresses) await sink.waitForMailTo(address);
    await other.close();
    expect(sink.mails.map((mail) => mail.to[0]).sort()).toEqual([...addresses].sort());
  });

  it('lets a mail under way end when it closes', async () => {
    const addresses = Array.from({ length: 8 }, (_, number) => `closing${number}@example.org`);
    await queue(...addresses);
    await sink.waitForMailTo('closing0@example.org');
    await system.close();

    const states = await orm.em
      .fork()
      .execute<{ state: string; count: string }[]>(
        'select state, count(*) from outbox_mail group by state order by state',
      );
    expect(states.filter(({ state }) => state === 'SENDING')).toEqual([]);
    expect(states.find(({ state }) => state === 'SENT')?.count).toBe(String(sink.mails.length));
  });
});
