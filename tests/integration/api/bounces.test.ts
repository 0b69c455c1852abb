import { describe, expect, it } from 'vitest';
import {
  addressId,
  clearBounce,
  listBouncedAddresses,
  recordBounce,
} from '#app/domain/bounces/bounced-addresses.server.ts';
import { readTimeline, type TimelineSubject } from '#app/domain/events/read-timeline.server.ts';
import { Forbidden, NotFound } from '#app/lib/domain-errors.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { actorOf, makeAdmin, makeCounselor } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { refusalOf } from '#tests/support/designation-scene.server.ts';
import { useRest } from '#tests/support/rest-client.server.ts';
import { NOT_FOUND, UNAUTHORIZED } from '#tests/support/rest-errors.ts';

const TOKEN = 'a-token-of-some-length-for-reports';
const PATH = '/api/emails/bounces';
const bearing = (token: string) => ({ Authorization: `Bearer ${token}` });

describe('POST emails/bounces', () => {
  const rest = useRest({ per: 'each test', env: { BOUNCE_TOKEN: TOKEN } });
  async function bounced() {
    const rows = await rest.orm.em.fork().findAll(BouncedAddressEntity, { orderBy: { address: 'asc' } });
    return rows.map(({ address, source, reason }) => ({ address, source, reason }));
  }

  it('records the address and the bounced email, and is idempotent', async () => {
    const client = await rest.as(null);
    const made = await makeDelivery(rest.orm, {
      emails: [
        { to: 'gone@x.example.org', state: 'SENT' },
        { to: 'other@x.example.org', state: 'SENT' },
      ],
    });
    const emails = () =>
      rest.orm.em.fork().find(OutboxMailEntity, { delivery: made.id }, { orderBy: { toAddress: 'asc' } });
    const [own, others] = await emails();
    const report = (email: string, messageId: string | undefined, reason = '550 5.1.1 No such user') =>
      client.post(PATH, { email, reason, messageId }, bearing(TOKEN));

    const reported = await report('Gone@x.example.org', own?.messageId);
    expect([reported.status, reported.body]).toEqual([204, null]);
    // The Message-ID of an email to another address must not affect that email.
    expect((await report('gone@x.example.org', others?.messageId, 'Again')).status).toBe(204);
    expect((await client.post(PATH, { email: 'new@x.example.org' }, bearing(TOKEN))).status).toBe(204);
    expect(await bounced()).toEqual([
      { address: 'gone@x.example.org', source: 'REPORT', reason: 'Again' },
      { address: 'new@x.example.org', source: 'REPORT', reason: '' },
    ]);
    expect((await emails()).map(({ state, response }) => [state, response])).toEqual([
      ['BOUNCED', '550 5.1.1 No such user'],
      ['SENT', others?.response],
    ]);
  });

  it('requires the configured token, even from signed-in users', async () => {
    const admin = await rest.as((await makeAdmin(rest.orm)).id);
    const body = { email: 'gone@x.example.org' };
    const refused = [
      await admin.post(PATH, body),
      await admin.post(PATH, body, bearing(`${TOKEN}x`)),
      await admin.post(PATH, body, bearing('')),
      await admin.post(PATH, body, { Authorization: TOKEN }),
      await admin.post(PATH, 'no json', bearing('wrong')),
    ];
    expect(refused.map(({ status, body: said }) => [status, said])).toEqual(
      refused.map(() => [401, UNAUTHORIZED]),
    );
    expect(await bounced()).toEqual([]);
  });

  it('refuses any token from a network that sent 20 incorrect ones, for 15 minutes', async () => {
    const client = await rest.as(null);
    const body = { email: 'gone@x.example.org' };
    for (let sent = 0; sent < 20; sent += 1) {
      expect((await client.post(PATH, body, bearing(`guess-${sent}`))).status).toBe(401);
    }
    rest.clock.advance(5 * 60_000);
    for (const token of ['one guess more', TOKEN]) {
      const refused = await client.post(PATH, body, bearing(token));
      expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '600']);
    }
    expect(await bounced()).toEqual([]);
    rest.clock.advance(10 * 60_000);
    expect((await client.post(PATH, body, bearing(TOKEN))).status).toBe(204);
  });

  it('keeps the reason unchanged, and reads the address between brackets', async () => {
    const client = await rest.as(null);
    const reason = `550-5.1.1 The account\r\n550 5.1.1 does not exist ${'x'.repeat(900)}`;
    const body = { email: '<Gone@x.example.org>', reason };
    expect((await client.post(PATH, body, bearing(TOKEN))).status).toBe(204);
    expect(await bounced()).toEqual([
      {
        address: 'gone@x.example.org',
        source: 'REPORT',
        reason: `550-5.1.1 The account 550 5.1.1 does not exist ${'x'.repeat(500)}`.slice(0, 500),
      },
    ]);
  });

  it('returns field errors for an invalid report', async () => {
    const client = await rest.as(null);
    for (const body of [{}, { email: 'nobody' }, { email: 'a@x.example.org', sender: 'b' }]) {
      expect((await client.post(PATH, body, bearing(TOKEN))).status).toBe(400);
    }
    expect((await client.get(PATH)).status).toBe(405);
    expect(await bounced()).toEqual([]);
  });

  it('can be cleared only by administrators', async () => {
    const client = await rest.as(null);
    for (const email of ['one@x.example.org', 'two@x.example.org']) {
      await client.post(PATH, { email, reason: 'Full' }, bearing(TOKEN));
    }
    const ctx = makeCtx({ orm: rest.orm, actor: actorOf(await makeAdmin(rest.orm)) });
    const { items, total } = await listBouncedAddresses(ctx, { email: 'TWO@' });
    expect([total, items.map(({ address, source, reason }) => [address, source, reason])]).toEqual([
      1,
      [['two@x.example.org', 'REPORT', 'Full']],
    ]);
    const { actor } = await makeCounselor(rest.orm, []);
    const staff = makeCtx({ orm: rest.orm, actor });
    expect(await refusalOf(clearBounce(staff, 'two@x.example.org'))).toBeInstanceOf(Forbidden);
    expect(await refusalOf(listBouncedAddresses(staff, {}))).toBeInstanceOf(Forbidden);
    await clearBounce(ctx, 'Two@x.example.org');
    expect(await refusalOf(clearBounce(ctx, 'two@x.example.org'))).toBeInstanceOf(NotFound);
    expect((await listBouncedAddresses(ctx, {})).items.map(({ address }) => address)).toEqual([
      'one@x.example.org',
    ]);
  });

  it('records an event when it is cleared, also for the account with this address', async () => {
    const ctx = makeCtx({ orm: rest.orm, actor: actorOf(await makeAdmin(rest.orm)) });
    await recordBounce(ctx, { email: 'two@x.example.org', source: 'REPORT', reason: '' });
    await clearBounce(ctx, 'two@x.example.org');
    const reported = (subject: TimelineSubject) => readTimeline(ctx, subject, null);
    const { user: owner } = await makeCounselor(rest.orm, [], { email: 'three@x.example.org' });
    await recordBounce(ctx, { email: owner.email, source: 'REPORT', reason: '' });
    await clearBounce(ctx, 'Three@X.example.org');
    const cleared = (email: string) => [
      expect.objectContaining({
        kind: 'address.cleared',
        fields: { email: { from: null, to: email } },
      }) as unknown,
    ];
    for (const [email, subject] of [
      ['two@x.example.org', { type: 'ADDRESS', id: addressId('two@x.example.org') }],
      ['three@x.example.org', { type: 'ADDRESS', id: addressId('three@x.example.org') }],
      ['three@x.example.org', { type: 'USER', id: owner.id }],
    ] as const) {
      expect((await reported(subject)).entries).toEqual(cleared(email));
    }
  });
});

describe('POST emails/bounces without a token in the settings', () => {
  const rest = useRest();

  it('returns 404', async () => {
    const client = await rest.as(null);
    const response = await client.post(PATH, { email: 'gone@x.example.org' }, bearing(TOKEN));
    expect([response.status, response.body]).toEqual([404, NOT_FOUND]);
  });
});
