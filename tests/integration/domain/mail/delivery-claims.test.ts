import { LockMode } from '@mikro-orm/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Claimant, settleAndClaim, settleEmail } from '#app/domain/mail/outbox-claims.server.ts';
import type { ClaimedEmail } from '#app/domain/mail/outbox-queries.server.ts';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { BouncedAddressEntity } from '#db/entities/bounced-address.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { MailPaceEntity } from '#db/entities/mail-pace.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';

const result = { state: 'SENT', response: '250 OK', code: 250 } as const;

describe('workers that claim emails', () => {
  const database = useDatabase();
  const clock = createTestClock();
  let orm: Orm;
  let claimant: Claimant;

  beforeAll(async () => {
    orm = await openOrm(database.url);
    claimant = { orm, worker: 'here', mailRate: null };
  });
  beforeEach(async () => {
    await orm.em.fork().nativeDelete(OutboxMailEntity, {});
    await orm.em.fork().nativeDelete(EmailDeliveryEntity, {});
    await orm.em.fork().nativeDelete(MailPaceEntity, {});
  });
  afterAll(() => orm.close(true));

  const claim = (by = claimant) => settleAndClaim(by, null, clock.now());

  async function queue(...addresses: string[]): Promise<void> {
    const emails = addresses.map((to) => ({ kind: 'test', to, subject: 'News', text: 'News.' }));
    await queueEmails(makeCtx({ orm, now: clock.now }), emails);
  }

  async function addressesClaimed(count: number, by = claimant): Promise<(string | undefined)[]> {
    const addresses: (string | undefined)[] = [];
    for (let taken = 0; taken < count; taken += 1) addresses.push((await claim(by))?.toAddress);
    return addresses;
  }

  it('claim single emails before those of deliveries, and the oldest delivery first', async () => {
    await makeDelivery(orm, {
      emails: [{ to: 'second@example.org' }],
      createdAt: new Date('2026-11-02T00:00:00Z'),
    });
    await makeDelivery(orm, {
      emails: [{ to: 'first@example.org' }],
      createdAt: new Date('2026-11-01T00:00:00Z'),
    });
    await queue('notice@example.org');

    expect(await addressesClaimed(4)).toEqual([
      'notice@example.org',
      'first@example.org',
      'second@example.org',
      undefined,
    ]);
  });

  it.each(['AWAITING_APPROVAL', 'PAUSED', 'FINISHED', 'CANCELLED'] as const)(
    'skip a delivery that is %s',
    async (status) => {
      await makeDelivery(orm, { status, emails: deliveryEmails(2) });
      await makeDelivery(orm, { emails: [{ to: 'other@example.org' }] });
      expect(await addressesClaimed(2)).toEqual(['other@example.org', undefined]);
    },
  );

  it('skip a scheduled delivery until its time', async () => {
    const scheduledAt = new Date(clock.now().getTime() + 60_000);
    await makeDelivery(orm, { scheduledAt, emails: deliveryEmails(1) });
    expect(await claim()).toBeNull();
    clock.set(scheduledAt);
    expect((await claim())?.toAddress).toBe('person0@example.org');
  });

  it('lock no other email while one result is being written', async () => {
    await makeDelivery(orm, { emails: deliveryEmails(2) });
    const email = (await claim()) as ClaimedEmail;
    const administrator = orm.em.fork();
    await administrator.begin();
    await lockRow({ em: administrator }, OutboxMailEntity, { id: email.id }, 'update');

    const next = settleAndClaim(claimant, { email, result }, clock.now());
    await expect.poll(() => lockWaits(orm), { timeout: 10_000 }).toBe(1);
    const others = { id: { $ne: email.id } };
    const lockMode = LockMode.PESSIMISTIC_WRITE_OR_FAIL;
    const locked = await administrator.find(OutboxMailEntity, others, { fields: ['id'], lockMode });
    expect(locked).toHaveLength(1);
    await administrator.rollback();

    expect((await next)?.toAddress).toBe('person1@example.org');
  });

  it('share a delivery: each email is claimed once, and all are', async () => {
    await makeDelivery(orm, { emails: deliveryEmails(40) });
    const other = { ...claimant, worker: 'there' };
    const taken = await Promise.all(
      Array.from({ length: 40 }, (_, number) => claim(number % 2 === 0 ? claimant : other)),
    );
    const rest = [];
    for (let email = await claim(); email !== null; email = await claim()) rest.push(email);
    const addresses = [...taken, ...rest].flatMap((email) => (email === null ? [] : [email.toAddress]));
    expect(addresses.sort()).toEqual(
      deliveryEmails(40)
        .map(({ to }) => to)
        .sort(),
    );
  });

  it('record no result for an email that another worker has taken over', async () => {
    await makeDelivery(orm, { emails: deliveryEmails(1) });
    const email = await claim();
    clock.advance(60_000);
    const again = await claim({ ...claimant, worker: 'there' });
    expect(again).toMatchObject({ id: email?.id, attempts: 2 });
    await settleEmail(claimant, { email: email as ClaimedEmail, result }, clock.now());
    const emails = await orm.em.fork().find(OutboxMailEntity, {});
    expect(emails).toMatchObject([{ state: 'SENDING', claimedBy: 'there' }]);
  });

  it('recognize an address that bounced since the email was written', async () => {
    await makeDelivery(orm, { emails: deliveryEmails(1) });
    await orm.em.fork().insert(BouncedAddressEntity, {
      address: 'person0@example.org',
      source: 'REPORT',
      reason: '',
      bouncedAt: clock.now(),
    });
    expect((await claim())?.isBounced).toBe(true);
    await orm.em.fork().nativeDelete(BouncedAddressEntity, {});
  });

  it('reserve a slot in the rate limit shared by all workers, and claim nothing for distant slots', async () => {
    await makeDelivery(orm, { emails: deliveryEmails(12) });
    const paced = { ...claimant, mailRate: 2 };
    const startedAt = clock.now().getTime();
    const turns: (number | undefined)[] = [];
    for (let taken = 0; taken < 12; taken += 1) {
      const email = await claim({ ...paced, worker: `worker${taken % 2}` });
      turns.push(email === null ? undefined : email.sendAt.getTime() - startedAt);
    }
    expect(turns).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000, undefined]);

    clock.advance(30_000);
    expect((await claim(paced))?.sendAt).toEqual(clock.now());
  });

  it('record an email to a bounced address as bounced', async () => {
    await orm.em.fork().insert(BouncedAddressEntity, {
      address: 'gone@example.org',
      source: 'REPORT',
      reason: '',
      bouncedAt: clock.now(),
    });
    await queue('Gone@Example.org', 'here@example.org');
    const emails = await orm.em.fork().find(OutboxMailEntity, {}, { orderBy: { toAddress: 'asc' } });
    expect(emails).toMatchObject([
      {
        toAddress: 'gone@example.org',
        state: 'BOUNCED',
        response: 'Not sent: this address bounced.',
      },
      { toAddress: 'here@example.org', state: 'QUEUED', response: null },
    ]);
    await orm.em.fork().nativeDelete(BouncedAddressEntity, {});
  });
});
