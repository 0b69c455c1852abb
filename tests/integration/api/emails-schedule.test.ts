import { beforeEach, describe, expect, it } from 'vitest';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';
import { snapshotOfRows, storedRows } from '#tests/support/stored-rows.server.ts';

const rest = useRest({ per: 'each test' });
let admin: RestClient;
let template: string;

beforeEach(async () => {
  admin = await rest.as((await makeAudienceScene(rest.orm)).admin.id);
  template = await makeTemplate(rest.orm);
});

const sendAt = (scheduledAt: string) =>
  admin.post(`/api/emails/${template}/send`, { target: 'ALL_HIGH_SCHOOLS', scheduledAt });
const refusal = (message: string) => ({
  status: 400,
  body: { issues: [{ path: ['scheduledAt'], message }] },
});

describe('a scheduled send', () => {
  it('waits until the time that it is scheduled for', async () => {
    const scheduledAt = new Date(rest.clock.now().getTime() + 3_600_000);
    expect((await sendAt(scheduledAt.toISOString())).status).toBe(200);
    const [delivery, ...others] = await storedRows(rest.orm, EmailDeliveryEntity, [
      'id',
      'status',
      'scheduledAt',
    ]);
    expect(delivery).toMatchObject({ status: 'SENDING', scheduledAt });
    expect(others).toEqual([]);
    const emails = await storedRows(rest.orm, OutboxMailEntity, ['delivery', 'nextAttemptAt']);
    expect(emails).not.toEqual([]);
    for (const email of emails) expect(email).toEqual({ delivery: delivery?.id, nextAttemptAt: scheduledAt });
  });

  it('can only be scheduled for a future time, at most a year away', async () => {
    const year = 365 * 24 * 3_600_000;
    const now = rest.clock.now().getTime();
    const refused = [
      ...[new Date(now).toISOString(), new Date(now + year + 1).toISOString(), '1969-12-31T23:59:59Z'],
      ...['9999-12-31T23:59:59-23:00', '0000-01-01T00:00:00+23:00'],
    ];
    const message = 'Choose a time between now and Nov 21, 2027, 12:00 PM AKST, or send now.';
    for (const scheduledAt of refused) expect(await sendAt(scheduledAt)).toMatchObject(refusal(message));
    const format = 'Enter a date and time in ISO 8601 format, like 2026-11-21T08:00:00Z.';
    for (const scheduledAt of ['tomorrow', '2026-11-31T00:00:00Z', '2026-12-01', '1e12']) {
      expect(await sendAt(scheduledAt)).toMatchObject(refusal(format));
    }
    expect(await snapshotOfRows(rest.orm, [EmailDeliveryEntity, OutboxMailEntity])).toEqual([[], []]);
    expect((await sendAt(new Date(now + year).toISOString())).status).toBe(200);
  });
});
