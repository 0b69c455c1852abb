import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { findEmails, readAddressEmails, readSchoolEmails } from '#app/domain/mail/email-log.server.ts';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeSchool } from '#tests/factories/school-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

describe('the email log', () => {
  const database = useDatabase();
  let orm: Orm;
  beforeAll(async () => {
    orm = await openOrm(database.url);
  });
  afterAll(() => orm.close(true));

  it("shows a school's and an address's emails, newest first, without their texts", async () => {
    const [school, other] = [await makeSchool(orm), await makeSchool(orm)];
    const { id: deliveryId } = await makeDelivery(orm, {
      templateName: 'Spring news',
      createdAt: new Date('2026-11-01T09:00:00Z'),
      emails: [
        {
          to: 'ada@example.org',
          highSchoolIds: [other.id, school.id],
          state: 'SENT',
          sentAt: new Date('2026-11-01T09:01:00Z'),
          response: '250 OK',
        },
        { to: 'bo@example.org', highSchoolIds: [other.id] },
      ],
    });
    const ctx = makeCtx({ orm });
    await queueEmails(ctx, [
      { kind: 'test', to: 'Ada@example.org', subject: 'A notice', text: 'Secret.', highSchoolId: school.id },
    ]);

    await recordBounce(ctx, { email: 'Ada@example.org', source: 'REPORT', reason: '' });

    const notice = {
      email: 'ada@example.org',
      hasBounced: true,
      subject: 'A notice',
      deliveryId: null,
      state: 'QUEUED',
      at: '2026-11-21T21:00:00.000Z',
      response: null,
    };
    const bulk = {
      email: 'ada@example.org',
      hasBounced: true,
      subject: 'Spring news',
      deliveryId,
      state: 'SENT',
      at: '2026-11-01T09:01:00.000Z',
      response: '250 OK',
    };
    const ids = { id: expect.any(String) as string };
    const both = {
      emails: [
        { ...ids, ...notice },
        { ...ids, ...bulk },
      ],
      total: 2,
    };
    expect(await readSchoolEmails(ctx, school.id)).toEqual(both);
    expect(await readAddressEmails(ctx, 'ADA@example.org')).toEqual(both);
    expect(await findEmails(ctx, 'Ada@')).toEqual(both);
    expect(await findEmails(ctx, 'nobody%')).toEqual({ emails: [], total: 0 });
    const others = (await readSchoolEmails(ctx, other.id)).emails;
    expect(others.map(({ email, hasBounced }) => [email, hasBounced]).toSorted()).toEqual([
      ['ada@example.org', true],
      ['bo@example.org', false],
    ]);
  });

  it('shows the newest twenty and the total', async () => {
    const school = await makeSchool(orm);
    await makeDelivery(orm, {
      emails: deliveryEmails(25).map((email) => ({ ...email, highSchoolIds: [school.id] })),
    });
    const { emails, total } = await readSchoolEmails(makeCtx({ orm }), school.id);
    expect([emails.length, total]).toEqual([20, 25]);
  });

  it('is for administrators', async () => {
    const school = await makeSchool(orm);
    const actor = {
      kind: 'user',
      id: '00000000-0000-4000-8000-000000000001',
      firstName: 'Ada',
      lastName: 'Staff',
      email: 'staff@example.org',
      sessionId: null,
      flags: [],
      highSchoolIds: [school.id],
    } as const;
    const ctx = makeCtx({ orm, actor });
    await expect(readSchoolEmails(ctx, school.id)).rejects.toThrow(Forbidden);
    await expect(findEmails(ctx, 'ada')).rejects.toThrow(Forbidden);
    await expect(readAddressEmails(ctx, 'staff@example.org')).rejects.toThrow(Forbidden);
  });
});
