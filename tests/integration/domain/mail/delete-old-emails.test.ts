import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteOldEmails } from '#app/domain/mail/delete-old-emails.server.ts';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import type { EmailState } from '#app/schemas/enums.ts';
import { EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { deliveryEmails, makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { createTestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('old emails', () => {
  const database = useDatabase();
  const clock = createTestClock();
  let orm: Orm;

  beforeAll(async () => {
    orm = await openOrm(database.url);
  });
  beforeEach(async () => {
    await orm.em.fork().nativeDelete(OutboxMailEntity, {});
    await orm.em.fork().nativeDelete(EmailDeliveryEntity, {});
  });
  afterAll(() => orm.close(true));

  const ctx = () => makeCtx({ orm, now: clock.now });
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS);

  async function makeEmail(to: string, state: EmailState, createdAt: Date): Promise<void> {
    await queueEmails(ctx(), [{ kind: 'test', to, subject: 'News', text: 'News.' }]);
    await orm.em.fork().nativeUpdate(OutboxMailEntity, { toAddress: to }, { state, createdAt });
  }
  const addresses = async () => {
    const emails = await orm.em.fork().find(OutboxMailEntity, { delivery: null });
    return emails.map(({ toAddress }) => toAddress).sort();
  };
  const deliveries = async () => {
    const found = await orm.em.fork().find(EmailDeliveryEntity, {}, { orderBy: { createdAt: 'desc' } });
    return found.map(({ id }) => id);
  };

  it('are deleted after 730 days, once nothing may still be sent', async () => {
    for (const state of ['SENT', 'FAILED', 'BOUNCED', 'CANCELLED'] as const) {
      await makeEmail(`${state.toLowerCase()}@example.org`, state, daysAgo(731));
    }
    await makeEmail('queued@example.org', 'QUEUED', daysAgo(731));
    await makeEmail('deferred@example.org', 'DEFERRED', daysAgo(731));
    await makeEmail('sending@example.org', 'SENDING', daysAgo(731));
    await makeEmail('younger@example.org', 'SENT', daysAgo(729));
    expect(await deleteOldEmails(ctx())).toEqual({ emails: 4, deliveries: 0 });
    expect(await addresses()).toEqual([
      'deferred@example.org',
      'queued@example.org',
      'sending@example.org',
      'younger@example.org',
    ]);
    expect(await deleteOldEmails(ctx())).toEqual({ emails: 0, deliveries: 0 });
  });

  it('of a delivery are deleted together with it, once it is finished or canceled', async () => {
    const emails = deliveryEmails(3).map((email) => ({ ...email, state: 'SENT' as const }));
    const old = { createdAt: daysAgo(800), finishedAt: daysAgo(731), emails };
    for (let count = 0; count < 7; count += 1) await makeDelivery(orm, { ...old, status: 'FINISHED' });
    await makeDelivery(orm, { ...old, status: 'CANCELLED' });
    const paused = await makeDelivery(orm, { ...old, status: 'PAUSED' });
    const younger = await makeDelivery(orm, {
      ...old,
      status: 'FINISHED',
      createdAt: daysAgo(799),
      finishedAt: daysAgo(729),
    });
    expect(await deleteOldEmails(ctx())).toEqual({ emails: 0, deliveries: 8 });
    expect(await deliveries()).toEqual([younger.id, paused.id]);
    expect(await orm.em.fork().count(OutboxMailEntity)).toBe(6);
  });

  it('are skipped while another transaction has them', async () => {
    await makeEmail('old@example.org', 'SENT', daysAgo(731));
    const other = orm.em.fork();
    await other.begin();
    await lockRow({ em: other }, OutboxMailEntity, { toAddress: 'old@example.org' }, 'update');
    expect(await deleteOldEmails(ctx())).toEqual({ emails: 0, deliveries: 0 });
    await other.rollback();
    expect(await deleteOldEmails(ctx())).toEqual({ emails: 1, deliveries: 0 });
  });
});
