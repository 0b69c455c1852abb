import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseSettings } from '#app/config/env.server.ts';
import { createLog } from '#app/config/log.server.ts';
import { closeDeliveries } from '#app/domain/mail/outbox-worker.server.ts';
import { type MailSystem, openMailSystem } from '#app/domain/mail/mail-system.server.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeDesignation } from '#tests/factories/designation-factory.server.ts';
import { makeRule } from '#tests/factories/reminder-rule-factory.server.ts';
import { makeSchool, makeYear } from '#tests/factories/school-factory.server.ts';
import { makeUser } from '#tests/factories/user-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/smtp-sink.ts';

const RULE = '00000000-0000-4000-8000-00000000aaaa';

describe('bulk email from the outbox', () => {
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
    await orm.em.fork().nativeDelete(EmailDeliveryEntity, {});
    await orm.em.fork().nativeDelete(BouncedAddressEntity, {});
    system = openSystem();
  });
  afterEach(() => system.close());
  afterAll(async () => {
    await sink.stop();
    await orm.close(true);
  });

  function openSystem(): MailSystem {
    const settings = parseSettings({
      NODE_ENV: 'test',
      SMTP_URL: sink.url,
      APP_NAME: 'Laurels & Co',
      APP_URL: 'https://laurels.example.org',
      CONTACT_EMAIL: 'help@example.org',
      MAIL_FROM: 'scholars@example.org',
    });
    return openMailSystem({ settings, orm, log: createLog('silent'), now: clock.now });
  }

  async function statusOf(id: string): Promise<unknown> {
    const { status, finishedAt } = await orm.em.fork().findOneOrFail(EmailDeliveryEntity, id);
    return { status, isFinished: finishedAt !== null };
  }

  async function statesOf(id: string): Promise<Record<string, string>> {
    const emails = await orm.em.fork().find(OutboxMailEntity, { delivery: id });
    return Object.fromEntries(emails.map(({ toAddress, state }) => [toAddress, state]));
  }

  const FINISHED = { status: 'FINISHED', isFinished: true };

  it("fills each email with its values, the delivery's, and the installation's, with a text and an HTML part", async () => {
    const { id } = await makeDelivery(orm, {
      year: 2026,
      subject: '{{firstName}} {{lastName}}: {{appName}} {{year}}',
      body: 'To {{email}} of {{schools}}. Ask {{contactEmail}} or see {{appUrl}}.',
      emails: [
        {
          to: 'ada@example.org',
          recipient: { firstName: 'Ada', lastName: '<b>Byron</b>', schools: ['Aurora High', 'Birch High'] },
        },
      ],
    });
    system.mailer.wakeOutbox();

    const email = await sink.waitForEmailTo('ada@example.org');
    expect(email.subject).toBe('Ada <b>Byron</b>: Laurels & Co 2026');
    expect(email.text.trim()).toBe(
      'To ada@example.org of Aurora High & Birch High. Ask help@example.org or see https://laurels.example.org.',
    );
    expect(email.html).toContain('Aurora High &#38; Birch High');
    await expect.poll(() => statusOf(id)).toEqual(FINISHED);
  });

  it("can't be given headers by names and subjects", async () => {
    const hostile = 'Ada\r\nBcc: victim@example.org\r\n\r\nInjected';
    await makeDelivery(orm, {
      subject: 'For {{firstName}}\r\nBcc: other@example.org',
      body: 'Dear {{firstName}}',
      emails: [{ to: 'ada@example.org', recipient: { firstName: hostile } }],
    });
    system.mailer.wakeOutbox();
    const email = await sink.waitForEmailTo('ada@example.org');
    expect(email.to).toEqual(['ada@example.org']);
    expect(email.parsed.bcc).toBeUndefined();
    expect(email.subject).toBe('For Ada Bcc: victim@example.org Injected Bcc: other@example.org');
    expect([...email.parsed.headers.keys()].sort()).toEqual(EXPECTED_HEADERS);
  });

  it("ends as finished, with the server's response for each failure", async () => {
    sink.behave((to) =>
      to.startsWith('person1@') ? { kind: 'refuse', code: 554, message: '5.7.1 No' } : { kind: 'accept' },
    );
    const { id } = await makeDelivery(orm, { emails: deliveryEmails(3) });
    system.mailer.wakeOutbox();
    await expect.poll(() => statusOf(id)).toEqual(FINISHED);
    expect(await statesOf(id)).toEqual({
      'person0@example.org': 'SENT',
      'person1@example.org': 'FAILED',
      'person2@example.org': 'SENT',
    });
  });

  it('continues with the next delivery, and each is finished with its last email', async () => {
    const deliveries = [
      await makeDelivery(orm, { emails: deliveryEmails(5, 'one.example.org') }),
      await makeDelivery(orm, { emails: deliveryEmails(5, 'two.example.org') }),
    ];
    system.mailer.wakeOutbox();
    for (const { id } of deliveries) await expect.poll(() => statusOf(id)).toEqual(FINISHED);
  });

  it('waits for a deferred email before it is finished', async () => {
    sink.behave({ kind: 'defer' });
    const { id } = await makeDelivery(orm, { emails: deliveryEmails(1) });
    system.mailer.wakeOutbox();
    await expect.poll(() => statesOf(id)).toEqual({ 'person0@example.org': 'DEFERRED' });
    sink.reset();
    clock.advance(60_000);
    system.mailer.wakeOutbox();
    await expect.poll(() => statusOf(id)).toEqual(FINISHED);
    expect(await statesOf(id)).toEqual({ 'person0@example.org': 'SENT' });
  });

  it("doesn't send to an address that bounced in the meantime", async () => {
    await orm.em.fork().insert(BouncedAddressEntity, {
      address: 'person0@example.org',
      source: 'REPORT',
      reason: '',
      bouncedAt: clock.now(),
    });
    const { id } = await makeDelivery(orm, { emails: deliveryEmails(2) });
    system.mailer.wakeOutbox();
    await expect.poll(() => statusOf(id)).toEqual(FINISHED);
    expect(sink.emails.map(({ to }) => to)).toEqual([['person1@example.org']]);
    const emails = await orm.em.fork().find(OutboxMailEntity, { toAddress: 'person0@example.org' });
    expect(emails).toMatchObject([{ state: 'BOUNCED', response: 'Not sent: this address bounced.' }]);
  });

  it('closes deliveries that a stopped worker left open: finished, or canceled with its claimed emails', async () => {
    await system.close();
    const done = await makeDelivery(orm, { emails: [{ to: 'a@example.org', state: 'SENT' }] });
    const open = await makeDelivery(orm, { emails: [{ to: 'b@example.org' }] });
    const canceled = await makeDelivery(orm, {
      status: 'CANCELLED',
      emails: [
        { to: 'c@example.org', state: 'SENDING', nextAttemptAt: clock.now() },
        { to: 'd@example.org', state: 'DEFERRED', nextAttemptAt: new Date(clock.now().getTime() + 1000) },
      ],
    });
    const inFlight = await makeDelivery(orm, {
      status: 'CANCELLED',
      emails: [
        { to: 'e@example.org', state: 'SENDING', nextAttemptAt: new Date(clock.now().getTime() + 1000) },
      ],
    });
    await closeDeliveries(orm, clock.now());
    expect(await statusOf(done.id)).toEqual(FINISHED);
    expect(await statusOf(open.id)).toEqual({ status: 'SENDING', isFinished: false });
    expect(await statusOf(canceled.id)).toEqual({ status: 'CANCELLED', isFinished: true });
    expect(await statesOf(canceled.id)).toEqual({
      'c@example.org': 'CANCELLED',
      'd@example.org': 'CANCELLED',
    });
    expect(await statusOf(inFlight.id)).toEqual({ status: 'CANCELLED', isFinished: false });
    expect(await statesOf(inFlight.id)).toEqual({ 'e@example.org': 'SENDING' });
  });

  it('reminds only of the schools that still have to submit when the email is sent', async () => {
    const year = await makeYear(orm);
    const user = await makeUser(orm);
    const [birch, aspen, cedar, closed] = [
      await makeSchool(orm, { name: 'Birch High' }),
      await makeSchool(orm, { name: 'Aspen High' }),
      await makeSchool(orm, { name: 'Cedar High' }),
      await makeSchool(orm, { name: 'Closed High', status: 'INACTIVE' }),
    ];
    const target = { academicYearId: year.id, submittedById: user.id };
    await makeDesignation(orm, { ...target, highSchoolId: cedar.id, status: 'PENDING' });
    await makeDesignation(orm, { ...target, highSchoolId: birch.id, status: 'RETURNED' });
    await makeRule(orm, {
      id: RULE,
      academicYearId: year.id,
      daysBefore: 7,
      states: ['NOT_STARTED', 'RETURNED'],
      isAutomatic: true,
    });
    const { id } = await makeDelivery(orm, {
      ruleId: RULE,
      body: 'Still to come: {{schools}}',
      emails: [
        {
          to: 'all@example.org',
          highSchoolIds: [birch.id, aspen.id, cedar.id, closed.id],
          recipient: { schools: ['Aspen High', 'Birch High', 'Cedar High'] },
        },
        { to: 'cedar@example.org', highSchoolIds: [cedar.id], recipient: { schools: ['Cedar High'] } },
      ],
    });
    system.mailer.wakeOutbox();
    await expect.poll(() => statusOf(id)).toEqual(FINISHED);
    expect(sink.emails.map(({ to, text }) => [to[0], text.trim()])).toEqual([
      ['all@example.org', 'Still to come: Aspen High & Birch High'],
    ]);
    const emails = await orm.em.fork().find(OutboxMailEntity, { toAddress: 'cedar@example.org' });
    expect(emails).toMatchObject([
      { state: 'CANCELLED', response: 'The school has submitted its designation.' },
    ]);
  });
});

const EXPECTED_HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
  'x-auto-response-suppress',
];
