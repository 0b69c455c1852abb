import { beforeEach, describe, expect, it } from 'vitest';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeAudienceScene } from '#tests/support/audience-scene.server.ts';
import { type RestClient, useRest } from '#tests/support/rest-client.server.ts';

const rest = useRest({ per: 'each test' });
let admin: RestClient;
let template: string;

beforeEach(async () => {
  admin = await rest.as((await makeAudienceScene(rest.orm)).admin.id);
  template = await makeTemplate(rest.orm);
});

const execute = (sql: string, params: unknown[] = []) => rest.orm.em.fork().execute<unknown[]>(sql, params);
const sendAt = (scheduledAt: string) =>
  admin.post(`/api/emails/${template}/send`, { target: 'ALL_HIGH_SCHOOLS', scheduledAt });
/** The refusal of a time: the one issue, as it is answered. */
const refusal = (message: string) => ({
  status: 400,
  body: { issues: [{ path: ['scheduledAt'], message }] },
});

describe('a scheduled send', () => {
  it('waits until the time that it is scheduled for', async () => {
    const scheduledAt = new Date(rest.clock.now().getTime() + 3_600_000);
    expect((await sendAt(scheduledAt.toISOString())).status).toBe(200);
    expect(
      await execute(
        `select distinct d.status, d.scheduled_at = ?::timestamptz and m.next_attempt_at = ?::timestamptz as waits
           from email_delivery d join outbox_mail m on m.delivery_id = d.id`,
        [scheduledAt, scheduledAt],
      ),
    ).toEqual([{ status: 'SENDING', waits: true }]);
  });

  it('is scheduled for a time to come, a year away at most', async () => {
    const year = 365 * 24 * 3_600_000;
    const now = rest.clock.now().getTime();
    const refused = [
      ...[new Date(now).toISOString(), new Date(now + year + 1).toISOString(), '1969-12-31T23:59:59Z'],
      ...['9999-12-31T23:59:59-23:00', '0000-01-01T00:00:00+23:00'],
    ];
    const message =
      'Choose a time to come, until Nov 21, 2027, 12:00 PM AKST at the latest, or send at once.';
    for (const scheduledAt of refused) expect(await sendAt(scheduledAt)).toMatchObject(refusal(message));
    const format = 'Enter a date and time in ISO 8601, like 2026-11-21T08:00:00Z.';
    for (const scheduledAt of ['tomorrow', '2026-11-31T00:00:00Z', '2026-12-01', '1e12']) {
      expect(await sendAt(scheduledAt)).toMatchObject(refusal(format));
    }
    expect(await execute('select 1 from email_delivery union all select 1 from outbox_mail')).toEqual([]);
    expect((await sendAt(new Date(now + year).toISOString())).status).toBe(200);
  });
});
