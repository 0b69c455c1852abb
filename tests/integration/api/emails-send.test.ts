import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EmailSendResponseSchema, RecipientsResponseSchema } from '#app/schemas/email.ts';
import { STAFF_POSITIONS } from '#app/schemas/enums.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { EventEntity } from '#db/entities/event.ts';
import { IdempotencyKeyEntity } from '#db/entities/idempotency-key.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeAdmin } from '#tests/factories/user-factory.server.ts';
import { addBounce, type AudienceScene, makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { type RestResponse, type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { UNKNOWN_ID } from '#tests/support/rest-errors.ts';
import { storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });
let scene: AudienceScene;
let admin: RestClient;
let template: string;

beforeEach(async () => {
  scene = await makeAudienceScene(rest.orm);
  admin = await rest.as(scene.admin.id);
  template = await makeTemplate(rest.orm);
});

const em = () => rest.orm.em.fork();
const stored = async () => [await em().count(EmailDeliveryEntity), await em().count(OutboxMailEntity)];

const EVERYBODY = { target: 'ALL_HIGH_SCHOOLS' };
const send = (body: object = EVERYBODY, headers: Record<string, string> = {}, by = admin) =>
  by.post(`/api/emails/${template}/send`, body, headers);
const keyed = (key: string) => ({ 'Idempotency-Key': key });
const issuesOf = ({ status, body }: RestResponse) => [
  status,
  ...z
    .object({ issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })) })
    .parse(body)
    .issues.map(({ path, message }) => [path.join('.'), message]),
];
const sent = (response: RestResponse) => {
  expect(response.status).toBe(200);
  return response.read(EmailSendResponseSchema);
};

describe('the recipients', () => {
  it('are counted', async () => {
    const body = { target: 'HIGH_SCHOOLS_WITH_DESIGNATION', status: 'PENDING', criteria: 'OTHER' };
    const response = await admin.post('/api/emails/recipients', body);
    expect([response.status, response.body]).toEqual([200, { recipients: 2 }]);
  });

  it('are returned with the skipped ones on request', async () => {
    await addBounce(rest.orm, 'dan@x.example.org');
    const body = { target: 'HIGH_SCHOOLS_WITH_DESIGNATION', status: 'PENDING', criteria: 'OTHER' };
    const response = await admin.post('/api/emails/recipients?people=true', body);
    expect(response.read(RecipientsResponseSchema)).toEqual({
      recipients: 1,
      people: [{ email: 'eve@x.example.org', firstName: 'Eve', lastName: 'Fox', schools: ['Dogwood High'] }],
      leftOut: [
        {
          ...{ email: 'dan@x.example.org', firstName: 'Dan', lastName: 'Dorn', schools: ['Dogwood High'] },
          why: 'BOUNCED',
        },
      ],
    });
  });

  it('require a target, and a status for targets with one', async () => {
    const ask = async (body: object) => issuesOf(await admin.post('/api/emails/recipients', body));
    expect(await ask({})).toEqual([
      400,
      [
        'target',
        'Choose a target: ALL_HIGH_SCHOOLS, HIGH_SCHOOLS_WITH_DESIGNATION, HIGH_SCHOOLS_WITHOUT_DESIGNATION, ADMINS, PENDING_USERS, OUTSTANDING_SCHOOLS, SELECTED.',
      ],
    ]);
    expect(await ask({ target: 'HIGH_SCHOOLS_WITH_DESIGNATION' })).toEqual([
      400,
      ['status', 'Choose a status.'],
    ]);
    expect(await ask({ target: 'ADMINS', positions: ['STAFF'] })).toEqual([
      400,
      ['', 'Unknown field: positions.'],
    ]);
    expect(await ask({ target: 'ADMINS', year: 2031 })).toEqual([
      400,
      ['year', "There's no academic year 2031."],
    ]);
  });
});

describe('a send', () => {
  it('writes the delivery, its emails, and an event in one transaction', async () => {
    const { sentEmails, deliveryId } = sent(
      await send({ ...EVERYBODY, positions: ['PRINCIPAL', 'COUNSELOR'] }),
    );
    expect(sentEmails).toBe(3);
    expect(await em().findAll(EmailDeliveryEntity)).toMatchObject([
      {
        id: deliveryId,
        ...{ template: { id: template }, templateName: 'News', richText: false },
        subject: 'News for {{schools}}',
        body: 'Dear {{firstName}}, it is {{year}}.',
        year: 2026,
        audience: {
          ...{ target: 'ALL_HIGH_SCHOOLS', positions: ['PRINCIPAL', 'COUNSELOR'] },
          ...{ except: [], leftOut: { NO_ADDRESS: 1, TWICE: 1 } },
        },
        ...{ status: 'SENDING', scheduledAt: null, createdBy: { id: scene.admin.id }, finishedAt: null },
      },
    ]);
    const emails = await em().findAll(OutboxMailEntity, { orderBy: { toAddress: 'asc' } });
    expect(emails).toMatchObject([
      {
        toAddress: 'ann@x.example.org',
        mergeValues: {
          ...{ firstName: 'Ann', lastName: 'Abel' },
          schools: ['Alder High', 'Birch High'],
        },
        highSchoolIds: [scene.schools.Alder.id, scene.schools.Birch.id],
      },
      { toAddress: 'cat@x.example.org', highSchoolIds: [scene.schools.Cedar.id] },
      { toAddress: 'eve@x.example.org', highSchoolIds: [scene.schools.Dogwood.id] },
    ]);
    for (const email of emails) {
      expect(email).toMatchObject({
        ...{ delivery: { id: deliveryId }, kind: 'delivery', state: 'QUEUED', attempts: 0 },
        nextAttemptAt: email.createdAt,
        ...{ subject: null, textBody: null, messageId: `<${email.id}@localhost>` },
      });
    }
    const events = await storedRows(rest.orm, EventEntity, ['kind', 'actor', 'channel', 'changes'], {
      where: { subjectId: deliveryId },
    });
    expect(events).toEqual([
      {
        ...{ kind: 'delivery.created', actor: scene.admin.id, channel: 'REST' },
        changes: { template: 'News', recipients: 3, scheduledAt: null },
      },
    ]);
  });

  it('skips deselected recipients and bounced addresses', async () => {
    await addBounce(rest.orm, 'ben@x.example.org');
    expect(
      sent(await send({ ...EVERYBODY, except: ['ANN@x.example.org', 'cat@x.example.org'] })).sentEmails,
    ).toBe(2);
    const emails = await storedRows(rest.orm, OutboxMailEntity, ['toAddress'], {
      orderBy: { toAddress: 'asc' },
    });
    expect(emails).toEqual([{ toAddress: 'dan@x.example.org' }, { toAddress: 'eve@x.example.org' }]);
  });

  it('is rejected without recipients or an email, and writes nothing', async () => {
    const noRecipients = [400, ['target', "There's no one to send to."]];
    expect(issuesOf(await send({ ...EVERYBODY, positions: ['SUPERINTENDENT'] }))).toEqual(noRecipients);
    expect(issuesOf(await send({ target: 'ADMINS', except: ['ada@x.example.org'] }))).toEqual(noRecipients);
    template = await makeTemplate(rest.orm, { body: ' \n ' });
    expect(issuesOf(await send())).toEqual([400, ['body', 'This email has no text yet.']]);
    template = await makeTemplate(rest.orm, { body: 'Dear\n{{nickname}}' });
    const [status, issue] = issuesOf(await send());
    expect([status, issue]).toEqual([400, ['body', expect.stringContaining('{{nickname}}') as string]]);
    template = UNKNOWN_ID;
    expect((await send()).status).toBe(404);
    expect([...(await stored()), await em().count(EventEntity)]).toEqual([0, 0, 0]);
  });

  it('uses as many statements for many people as for few', async () => {
    const statements = (body: object) => rest.countStatements(async () => sent(await send(body)));
    expect([await statements({ target: 'ADMINS' }), await statements(EVERYBODY)]).toEqual([13, 13]);
  });
});

describe('the same email to the same audience within a minute', () => {
  it('requires confirmation, showing who sent it and when', async () => {
    const { deliveryId } = sent(await send());
    rest.clock.advance(59_000);
    const other = await rest.as((await makeAdmin(rest.orm, { lastName: 'Lovelace' })).id);
    const response = await send({ ...EVERYBODY, year: 2026, except: ['ann@x.example.org'] }, {}, other);
    expect([response.status, response.body]).toEqual([
      409,
      {
        ...{ statusCode: 409, error: 'Conflict' },
        message:
          'Ada Young sent this email to the same audience on Nov 21, 2026, 12:00 PM AKST. Send it again?',
        delivery: {
          ...{ id: deliveryId, createdAt: '2026-11-21T21:00:00.000Z' },
          createdBy: { id: scene.admin.id, firstName: 'Ada', lastName: 'Young' },
        },
      },
    ]);
    expect((await send({ ...EVERYBODY, positions: STAFF_POSITIONS }, {}, other)).status).toBe(409);
    expect(await stored()).toEqual([1, 5]);
    expect(sent(await send({ ...EVERYBODY, again: true }, {}, other)).sentEmails).toBe(5);
    expect(await stored()).toEqual([2, 10]);
  });

  it('is allowed to another audience, after a minute, or after a cancellation, but not because its text was edited', async () => {
    sent(await send());
    sent(await send({ ...EVERYBODY, positions: ['PRINCIPAL'] }));
    await em().nativeUpdate(EmailTemplateEntity, {}, { version: 2 });
    expect((await send()).status).toBe(409);
    rest.clock.advance(60_000);
    sent(await send());
    await em().nativeUpdate(EmailDeliveryEntity, {}, { status: 'CANCELLED' });
    sent(await send());
  });

  it('is sent once for concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
    expect(await stored()).toEqual([1, 5]);
  });
});

describe('an Idempotency-Key', () => {
  it('sends once for concurrent calls, and returns the same response to all', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => send(EVERYBODY, keyed('k-1'))));
    const all = responses.map(sent);
    expect(all).toEqual(Array<unknown>(50).fill(all[0]));
    expect(await stored()).toEqual([1, 5]);
  });

  it('belongs to one payload, in any order of its fields', async () => {
    const first = {
      ...EVERYBODY,
      positions: ['PRINCIPAL', 'STAFF'],
      except: ['a@x.example.org', 'b@x.example.org'],
    };
    const response = sent(await send(first, keyed('k')));
    const same = {
      except: ['b@x.example.org', 'A@x.example.org'],
      positions: ['STAFF', 'PRINCIPAL'],
      ...EVERYBODY,
    };
    expect(sent(await send(same, keyed('k')))).toEqual(response);
    const others = [EVERYBODY, { ...first, again: true }, { ...first, except: [] }];
    for (const other of others) {
      const { status, body } = await send(other, keyed('k'));
      expect([status, body]).toMatchObject([
        409,
        { message: 'This Idempotency-Key was already used for a different request. Use a new key.' },
      ]);
    }
    template = await makeTemplate(rest.orm);
    expect((await send(first, keyed('k'))).status).toBe(409);
    expect(await em().count(EmailDeliveryEntity)).toBe(1);
  });

  it("returns 503 if the first call takes too long, and the first call's response when sent again", async () => {
    const first = rest.orm.em.fork();
    await first.begin();
    await first.execute(`select pg_advisory_xact_lock(hashtextextended('idempotency k', 0))`);
    const response = await send(EVERYBODY, keyed('k'));
    expect([response.status, response.headers.get('Retry-After'), response.body]).toMatchObject([
      503,
      '5',
      {
        message:
          'Another request with this Idempotency-Key is still in progress. Try again in a few seconds to receive its response.',
      },
    ]);
    expect(await stored()).toEqual([0, 0]);
    await first.rollback();
    const done = sent(await send(EVERYBODY, keyed('k')));
    expect(sent(await send(EVERYBODY, keyed('k')))).toEqual(done);
    expect(await em().count(EmailDeliveryEntity)).toBe(1);
  });

  it('returns the same response for 24 hours, even if the delivery changed', async () => {
    const scheduledAt = new Date(rest.clock.now().getTime() + 60_000).toISOString();
    const response = sent(await send({ ...EVERYBODY, scheduledAt }, keyed('k')));
    await em().nativeUpdate(EmailTemplateEntity, {}, { body: '' });
    rest.clock.advance(24 * 3_600_000 - 1);
    admin = await rest.as(scene.admin.id);
    expect(sent(await send({ ...EVERYBODY, scheduledAt }, keyed('k')))).toEqual(response);
    await em().nativeUpdate(EmailTemplateEntity, {}, { body: 'News.' });
    rest.clock.advance(1);
    expect(sent(await send(EVERYBODY, keyed('k'))).deliveryId).not.toBe(response.deliveryId);
    expect(await em().count(IdempotencyKeyEntity)).toBe(1);
  });

  it('can be reused when the send was rejected', async () => {
    expect((await send({ ...EVERYBODY, positions: ['SUPERINTENDENT'] }, keyed('k'))).status).toBe(400);
    sent(await send(EVERYBODY, keyed('k')));
  });

  it('must be one word of at most 200 characters', async () => {
    for (const key of ['', 'two words', 'x'.repeat(201)]) {
      expect(issuesOf(await send(EVERYBODY, keyed(key)))[0]).toBe(400);
    }
    expect(await stored()).toEqual([0, 0]);
  });
});
