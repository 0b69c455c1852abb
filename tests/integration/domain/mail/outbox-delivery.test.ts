import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#app/config/log.server.ts';
import { parseSettings } from '#app/config/env.server.ts';
import { type MailSystem, openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { CLAIM_MS, settleAndClaim } from '#app/domain/mail/outbox-claims.server.ts';
import { POLL_MS } from '#app/domain/mail/outbox-worker.server.ts';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

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
    await orm.em.fork().nativeDelete(OutboxMailEntity, {});
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
    const emails = addresses.map((to) => ({ kind: 'test', to, subject: 'News', text: 'Tröstlich.' }));
    await inTransaction(ctx, (tx) => queueEmails(tx, emails));
  }

  async function row(toAddress: string) {
    const email = await orm.em.fork().findOneOrFail(OutboxMailEntity, { toAddress });
    const { state, attempts, response, claimedBy, sentAt, nextAttemptAt } = email;
    const nextIn = Math.round((nextAttemptAt.getTime() - clock.now().getTime()) / 1000);
    return { state, attempts, response, claimedBy, wasSent: sentAt !== null, nextIn };
  }

  async function rowOnceSettled(address: string) {
    for (let tries = 0; tries < 400; tries += 1) {
      const found = await row(address);
      if (found.state !== 'QUEUED' && found.state !== 'SENDING') return found;
      await sleep(20);
    }
    return row(address);
  }

  it('sends a committed email immediately, from the installation, with the ID of its row', async () => {
    await queue('ada@example.org');

    const email = await sink.waitForEmailTo('ada@example.org');
    const { messageId } = await orm.em.fork().findOneOrFail(OutboxMailEntity, { kind: 'test' });
    expect(email).toMatchObject({ subject: 'News', messageId });
    expect(email.text.trim()).toBe('Tröstlich.');
    expect(email.parsed.from?.text).toBe('"Laurels" <scholars@example.org>');
    expect(email.parsed.headers.get('auto-submitted')).toBe('auto-generated');
    const { response, ...settled } = await rowOnceSettled('ada@example.org');
    expect(settled).toEqual({ state: 'SENT', attempts: 1, nextIn: 0, claimedBy: null, wasSent: true });
    expect(response).toMatch(/^250 /);
  });

  it("doesn't send emails of a transaction that was rolled back", async () => {
    const ctx = makeCtx({ orm, now: clock.now, mailer: system.mailer });
    const failing = inTransaction(ctx, async (tx) => {
      await queueEmails(tx, [{ kind: 'test', to: 'never@example.org', subject: 'No', text: 'No' }]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await queue('after@example.org');

    await sink.waitForEmailTo('after@example.org');
    expect(sink.emailsTo('never@example.org')).toEqual([]);
  });

  it('retries a deferred email after 60 s, then doubles the delay up to an hour, ten times', async () => {
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
      pauses.push(settled.nextIn);
      clock.advance(settled.nextIn * 1000);
      await orm.em.fork().nativeUpdate(OutboxMailEntity, {}, { state: 'QUEUED' });
      system.mailer.wakeOutbox();
    }
    expect(pauses).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    expect(await rowOnceSettled('busy@example.org')).toMatchObject({ state: 'FAILED', attempts: 10 });
    expect(sink.emails).toEqual([]);
  });

  it("doesn't retry before the next attempt is due", async () => {
    sink.behave({ kind: 'defer' });
    await queue('later@example.org');
    await rowOnceSettled('later@example.org');
    sink.reset();
    clock.advance(59_000);
    await queue('now@example.org');

    await sink.waitForEmailTo('now@example.org');
    expect(sink.emailsTo('later@example.org')).toEqual([]);
  });

  it("treats 5xx as final and keeps the server's response; 5.1.x marks the address as bounced", async () => {
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
      wasSent: false,
    });
    expect(await rowOnceSettled('spam@example.org')).toMatchObject({
      state: 'FAILED',
      response: '554 5.7.1 Not wanted here',
    });
    const bounced = await orm.em.fork().find(BouncedAddressEntity, {});
    expect(bounced).toMatchObject([
      { address: 'gone@example.org', source: 'SMTP', reason: '550 5.1.1 No such mailbox' },
    ]);
  });

  it('defers an email whose connection breaks, while others continue', async () => {
    sink.behave((recipient) => (recipient.startsWith('cut') ? { kind: 'close' } : { kind: 'accept' }));
    await queue('cut@example.org', 'fine@example.org');

    await sink.waitForEmailTo('fine@example.org');
    expect(await rowOnceSettled('cut@example.org')).toMatchObject({ state: 'DEFERRED', nextIn: 60 });
  });

  it('takes over an abandoned claim within 60 s of its expiry', async () => {
    await system.close();
    await queue('left@example.org');
    await settleAndClaim({ orm, worker: 'gone', mailRate: null }, null, clock.now());
    system = openSystem();
    expect(CLAIM_MS + POLL_MS).toBeLessThan(60_000);
    clock.advance(CLAIM_MS - 1);
    await queue('first@example.org');
    await sink.waitForEmailTo('first@example.org');
    expect(sink.emailsTo('left@example.org')).toEqual([]);

    clock.advance(1);
    system.mailer.wakeOutbox();
    await sink.waitForEmailTo('left@example.org');
    expect(await rowOnceSettled('left@example.org')).toMatchObject({ state: 'SENT', attempts: 2 });
  });

  it('shares its emails with another worker: each is sent once', async () => {
    const other = openSystem();
    const addresses = Array.from({ length: 60 }, (_, number) => `person${number}@example.org`);
    await queue(...addresses);
    other.mailer.wakeOutbox();

    for (const address of addresses) await sink.waitForEmailTo(address);
    await other.close();
    expect(sink.emails.map((email) => email.to[0]).sort()).toEqual([...addresses].sort());
  });

  it('finishes emails in flight when it closes', async () => {
    const addresses = Array.from({ length: 8 }, (_, number) => `closing${number}@example.org`);
    await queue(...addresses);
    await sink.waitForEmailTo('closing0@example.org');
    await system.close();

    expect(await orm.em.fork().count(OutboxMailEntity, { state: 'SENDING' })).toBe(0);
    expect(sink.emails.length).toBeGreaterThan(0);
    expect(await orm.em.fork().count(OutboxMailEntity, { state: 'SENT' })).toBe(sink.emails.length);
  });
});
