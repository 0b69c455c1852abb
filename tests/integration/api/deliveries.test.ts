import { describe, expect, it } from 'vitest';
import { DeliveryResponseSchema, DeliveryDetailsSchema } from '#app/schemas/email.ts';
import type { DeliveryStatus } from '#app/schemas/enums.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { EventEntity } from '#db/entities/event.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { conflict, FORBIDDEN } from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });
const events = () => storedRows(rest.orm, EventEntity, ['kind', 'subjectType', 'subjectId', 'changes']);
const emailIds = () =>
  storedRows(rest.orm, OutboxMailEntity, ['id', 'messageId'], { orderBy: { id: 'asc' } });
const deliveries = () => storedRows(rest.orm, EmailDeliveryEntity, ['status', 'version']);
const asAdmin = async () => rest.as((await makeAdmin(rest.orm, { firstName: 'Ada', lastName: 'Min' })).id);

const NONE = { queued: 0, sending: 0, sent: 0, deferred: 0, failed: 0, bounced: 0, cancelled: 0 };

const MIXED = [
  {
    to: 'a@example.org',
    state: 'SENT',
    attempts: 1,
    response: '250 OK',
    sentAt: new Date('2026-11-21T20:59:00Z'),
  },
  { to: 'b@example.org', state: 'FAILED', attempts: 10, response: '554 5.7.1 No' },
  { to: 'c@example.org', state: 'BOUNCED', attempts: 1, response: '550 5.1.1 Unknown' },
  {
    to: 'd@example.org',
    state: 'DEFERRED',
    attempts: 2,
    response: '451 Later',
    nextAttemptAt: new Date('2026-11-21T21:01:00Z'),
  },
  { to: 'e@example.org', state: 'QUEUED', nextAttemptAt: new Date('2026-11-21T21:00:00Z') },
  { to: 'f@example.org', state: 'SENDING', attempts: 1, nextAttemptAt: new Date('2026-11-21T21:00:59Z') },
  { to: 'g@example.org', state: 'CANCELLED' },
] as const;

describe('GET emails/deliveries/{id}', () => {
  it("returns the counts and each recipient's state, by address", async () => {
    const creator = await makeAdmin(rest.orm, { firstName: 'Ada', lastName: 'Min' });
    const made = await makeDelivery(rest.orm, { createdById: creator.id, emails: MIXED });
    const response = await (await rest.as(creator.id)).get(`/api/emails/deliveries/${made.id}`);
    expect([response.status, response.body]).toEqual([
      200,
      {
        id: made.id,
        template: { id: null, name: 'News' },
        subject: 'News for {{firstName}}',
        audience: {
          target: 'ALL_HIGH_SCHOOLS',
          positions: [],
          year: 2026,
          criteria: null,
          status: null,
          ...{ states: null, schoolIds: null, userIds: null },
        },
        status: 'SENDING',
        scheduledAt: null,
        createdAt: '2026-09-01T17:00:00.000Z',
        finishedAt: null,
        createdBy: { id: creator.id, firstName: 'Ada', lastName: 'Min' },
        counts: { queued: 1, sending: 1, sent: 1, deferred: 1, failed: 1, bounced: 1, cancelled: 1 },
        version: 1,
        recipients: [
          recipient('a', 'SENT', 1, '250 OK', { sentAt: '2026-11-21T20:59:00.000Z' }),
          recipient('b', 'FAILED', 10, '554 5.7.1 No'),
          recipient('c', 'BOUNCED', 1, '550 5.1.1 Unknown'),
          recipient('d', 'DEFERRED', 2, '451 Later', { nextAttemptAt: '2026-11-21T21:01:00.000Z' }),
          recipient('e', 'QUEUED', 0, null, { nextAttemptAt: '2026-11-21T21:00:00.000Z' }),
          recipient('f', 'SENDING', 1, null),
          recipient('g', 'CANCELLED', 0, null),
        ],
      },
    ]);
  });

  it('returns a delivery for later as scheduled until then', async () => {
    const admin = await asAdmin();
    const scheduledAt = new Date('2026-11-21T21:00:01Z');
    const { id } = await makeDelivery(rest.orm, { scheduledAt, emails: deliveryEmails(1) });
    const status = async () =>
      (await admin.get(`/api/emails/deliveries/${id}`)).read(DeliveryDetailsSchema).status;
    expect(await status()).toBe('SCHEDULED');
    rest.clock.set(scheduledAt);
    expect(await status()).toBe('SENDING');
  });

  it('returns 403 to staff for any delivery', async () => {
    const school = await makeSchool(rest.orm);
    const { user } = await makeCounselor(rest.orm, [school.id]);
    const { id } = await makeDelivery(rest.orm, { emails: [{ to: user.email, highSchoolIds: [school.id] }] });
    const staff = await rest.as(user.id);
    for (const path of [`/api/emails/deliveries/${id}`, '/api/emails/deliveries']) {
      const response = await staff.get(path);
      expect([response.status, response.body]).toEqual([403, FORBIDDEN]);
    }
  });
});

function recipient(
  name: string,
  state: string,
  attempts: number,
  response: string | null,
  times: { nextAttemptAt?: string; sentAt?: string } = {},
) {
  return {
    email: `${name}@example.org`,
    firstName: '',
    lastName: '',
    schools: [],
    state,
    attempts,
    response,
    nextAttemptAt: null,
    sentAt: null,
    ...times,
  };
}

describe('GET emails/deliveries', () => {
  it('lists them newest first, all or by page, and filters by address', async () => {
    const admin = await asAdmin();
    const made: string[] = [];
    for (const day of [1, 2, 3]) {
      const createdAt = new Date(`2026-11-0${day}T00:00:00Z`);
      const emails = [{ to: `ada${day}@example.org` }, { to: `bo@example.org` }];
      made.push((await makeDelivery(rest.orm, { createdAt, emails })).id);
    }
    const list = async (query = '') => {
      const response = await admin.get(`/api/emails/deliveries${query}`);
      return response.read(DeliveryResponseSchema.array()).map(({ id }) => made.indexOf(id) + 1);
    };
    expect(await list()).toEqual([3, 2, 1]);
    expect(await list('?direction=asc')).toEqual([1, 2, 3]);
    expect(await list('?email=ADA2%40example.org')).toEqual([2]);
    expect(await list('?email=bo%40')).toEqual([3, 2, 1]);
    expect(await list('?email=nobody')).toEqual([]);
    const page = await admin.get('/api/emails/deliveries?limit=2&offset=1');
    expect(page.headers.get('X-Total-Count')).toBe('3');
    expect(page.read(DeliveryResponseSchema.array()).map(({ counts }) => counts)).toEqual([
      { ...NONE, queued: 2 },
      { ...NONE, queued: 2 },
    ]);
  });

  it('uses as many statements for three as for one', async () => {
    const admin = await asAdmin();
    await makeDelivery(rest.orm, { emails: deliveryEmails(2) });
    const one = await rest.countStatements(() => admin.get('/api/emails/deliveries'));
    await makeDelivery(rest.orm, { emails: deliveryEmails(2) });
    await makeDelivery(rest.orm, { emails: deliveryEmails(2) });
    expect(await rest.countStatements(() => admin.get('/api/emails/deliveries'))).toBe(one);
  });
});

describe('POST emails/deliveries/{id}/…', () => {
  type Act = 'pause' | 'resume' | 'cancel' | 'retry';
  const act = async (id: string, verb: Act) => (await asAdmin()).post(`/api/emails/deliveries/${id}/${verb}`);

  it('pause, resume, and cancel change it with an event each, and return it', async () => {
    const { id } = await makeDelivery(rest.orm, { emails: deliveryEmails(2) });
    const responses = [];
    for (const verb of ['pause', 'resume', 'cancel'] as const) {
      const delivery = (await act(id, verb)).read(DeliveryDetailsSchema);
      responses.push([delivery.status, delivery.counts, delivery.finishedAt, delivery.recipients.length]);
    }
    expect(responses).toEqual([
      ['PAUSED', { ...NONE, queued: 2 }, null, 2],
      ['SENDING', { ...NONE, queued: 2 }, null, 2],
      ['CANCELLED', { ...NONE, cancelled: 2 }, '2026-11-21T21:00:00.000Z', 2],
    ]);
    expect(await events()).toEqual([
      event(id, 'delivery.paused', 'SENDING', 'PAUSED'),
      event(id, 'delivery.resumed', 'PAUSED', 'SENDING'),
      event(id, 'delivery.cancelled', 'SENDING', 'CANCELLED'),
    ]);
  });

  it('changes nothing and records no event if already in that state', async () => {
    const { id } = await makeDelivery(rest.orm, { status: 'PAUSED', emails: deliveryEmails(1) });
    const response = await act(id, 'pause');
    expect([response.status, response.read(DeliveryDetailsSchema).version]).toEqual([200, 1]);
    expect(await events()).toEqual([]);
  });

  it('keeps the scheduled time of a paused delivery', async () => {
    const scheduledAt = new Date('2026-11-22T00:00:00Z');
    const { id } = await makeDelivery(rest.orm, { scheduledAt, emails: deliveryEmails(1) });
    expect((await act(id, 'pause')).read(DeliveryDetailsSchema).status).toBe('PAUSED');
    const resumed = (await act(id, 'resume')).read(DeliveryDetailsSchema);
    expect([resumed.status, resumed.recipients[0]?.nextAttemptAt]).toEqual([
      'SCHEDULED',
      '2026-11-22T00:00:00.000Z',
    ]);
    await act(id, 'cancel');
    expect(await events()).toEqual([
      event(id, 'delivery.paused', 'SCHEDULED', 'PAUSED'),
      event(id, 'delivery.resumed', 'PAUSED', 'SCHEDULED'),
      event(id, 'delivery.cancelled', 'SCHEDULED', 'CANCELLED'),
    ]);
  });

  it('cancels waiting emails, but not those being sent', async () => {
    const { id } = await makeDelivery(rest.orm, { emails: MIXED });
    const canceled = (await act(id, 'cancel')).read(DeliveryDetailsSchema);
    expect([canceled.status, canceled.finishedAt]).toEqual(['CANCELLED', null]);
    expect(canceled.recipients.map(({ state, response }) => [state, response])).toEqual([
      ['SENT', '250 OK'],
      ['FAILED', '554 5.7.1 No'],
      ['BOUNCED', '550 5.1.1 Unknown'],
      ['CANCELLED', '451 Later'],
      ['CANCELLED', 'Canceled before it was sent.'],
      ['SENDING', null],
      ['CANCELLED', null],
    ]);
  });

  it('retries only the failed emails, under the same IDs, and reopens a finished delivery', async () => {
    const { id } = await makeDelivery(rest.orm, {
      status: 'FINISHED',
      finishedAt: new Date('2026-11-21T20:00:00Z'),
      emails: MIXED.filter(({ state }) => ['SENT', 'FAILED', 'BOUNCED'].includes(state)),
    });
    const ids = await emailIds();
    const response = (await act(id, 'retry')).read(DeliveryDetailsSchema);
    expect([response.status, response.finishedAt]).toEqual(['SENDING', null]);
    expect(
      response.recipients.map(({ state, attempts, nextAttemptAt }) => [state, attempts, nextAttemptAt]),
    ).toEqual([
      ['SENT', 1, null],
      ['QUEUED', 0, '2026-11-21T21:00:00.000Z'],
      ['BOUNCED', 1, null],
    ]);
    expect(await emailIds()).toEqual(ids);
    expect(await storedRows(rest.orm, EventEntity, ['kind', 'changes'])).toEqual([
      { kind: 'delivery.retried', changes: { mails: 1 } },
    ]);
  });

  it('retries only failed emails of a canceled delivery, once none is being sent', async () => {
    const { id } = await makeDelivery(rest.orm, { emails: MIXED });
    await act(id, 'cancel');
    const early = await act(id, 'retry');
    expect([early.status, early.body]).toEqual([
      409,
      conflict('Some emails in this delivery are still being sent. Try again in a minute.'),
    ]);
    // Deferred, and not claimed by a worker yet.
    await rest.orm.em.fork().nativeUpdate(OutboxMailEntity, { state: 'SENDING' }, { state: 'DEFERRED' });
    const again = (await act(id, 'retry')).read(DeliveryDetailsSchema);
    expect([again.status, again.finishedAt, again.recipients.map(({ state }) => state)]).toEqual([
      'SENDING',
      null,
      ['SENT', 'QUEUED', 'BOUNCED', 'CANCELLED', 'CANCELLED', 'CANCELLED', 'CANCELLED'],
    ]);
  });

  const REFUSALS: readonly (readonly [Act, DeliveryStatus, string])[] = [
    ['pause', 'FINISHED', "This delivery is finished, so it can't be paused."],
    ['pause', 'CANCELLED', "This delivery is canceled, so it can't be paused."],
    ['pause', 'AWAITING_APPROVAL', "This delivery is awaiting approval, so it can't be paused."],
    ['resume', 'FINISHED', "This delivery is finished, so it can't be resumed."],
    ['resume', 'CANCELLED', "This delivery is canceled, so it can't be resumed."],
    ['resume', 'AWAITING_APPROVAL', "This delivery is awaiting approval, so it can't be resumed."],
    ['cancel', 'FINISHED', "This delivery is finished, so it can't be canceled."],
    ['retry', 'FINISHED', 'No emails in this delivery have failed.'],
    ['retry', 'CANCELLED', 'No emails in this delivery have failed.'],
  ];
  it.each(REFUSALS)('%s refuses a delivery that is %s', async (verb, status, message) => {
    const { id } = await makeDelivery(rest.orm, { status, emails: [{ to: 'a@example.org', state: 'SENT' }] });
    const response = await act(id, verb);
    expect([response.status, response.body]).toEqual([409, conflict(message)]);
    expect(await deliveries()).toEqual([{ status, version: 1 }]);
    expect(await events()).toEqual([]);
  });

  it('returns 403 to staff, and changes nothing', async () => {
    const { user } = await makeCounselor(rest.orm, [(await makeSchool(rest.orm)).id]);
    const staff = await rest.as(user.id);
    const { id } = await makeDelivery(rest.orm, { emails: [{ to: 'a@example.org', state: 'FAILED' }] });
    for (const verb of ['pause', 'resume', 'cancel', 'retry']) {
      const response = await staff.post(`/api/emails/deliveries/${id}/${verb}`);
      expect([verb, response.status, response.body]).toEqual([verb, 403, FORBIDDEN]);
    }
    expect(await deliveries()).toEqual([{ status: 'SENDING', version: 1 }]);
    expect(await storedRows(rest.orm, OutboxMailEntity, ['state'])).toEqual([{ state: 'FAILED' }]);
  });
});

function event(id: string, kind: string, from: string, to: string) {
  return { kind, subjectType: 'DELIVERY', subjectId: id, changes: { status: { from, to } } };
}
