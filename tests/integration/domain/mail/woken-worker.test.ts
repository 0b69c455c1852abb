import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { sendEmail } from '#app/domain/emails/send-email.server.ts';
import {
  approveDelivery,
  pauseDelivery,
  resumeDelivery,
  retryDelivery,
} from '#app/domain/emails/transition-delivery.server.ts';
import { queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { makeDelivery } from '#tests/factories/delivery-factory.server.ts';
import { makeTemplate } from '#tests/factories/email-template-factory.server.ts';
import { makeYear } from '#tests/factories/school-factory.server.ts';
import { actorOf, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { discardingMailer } from '#tests/support/discarding-mailer.ts';

const database = useDatabase();
const email = { kind: 'notice', to: 'a@x.example.org', subject: 'S', text: 'T' };
let orm: Orm;
let ctx: Ctx;
/** How many emails other connections saw as queued each time the worker was woken. */
let queuedCounts: Promise<number>[] = [];

function waiting(): Promise<number> {
  return orm.em.fork().count(OutboxMailEntity, { state: 'QUEUED' });
}

async function woken(): Promise<number[]> {
  const all = await Promise.all(queuedCounts);
  queuedCounts = [];
  return all;
}

beforeAll(async () => {
  orm = await openOrm(database.url);
  const mailer = { ...discardingMailer, wakeOutbox: () => void queuedCounts.push(waiting()) };
  ctx = makeCtx({ orm, actor: actorOf(await makeAdmin(orm)), mailer });
});
beforeEach(async () => {
  await orm.em.fork().nativeDelete(OutboxMailEntity, {});
  queuedCounts = [];
});
afterAll(() => orm.close(true));

describe('the worker', () => {
  it('is woken once, after the outermost transaction is committed', async () => {
    await inTransaction(ctx, async (tx) => {
      await inTransaction(tx, (inner) => queueEmails(inner, [email]));
      await queueEmails(tx, [email]);
      expect(queuedCounts).toEqual([]);
    });
    expect(await woken()).toEqual([2]);
    await queueEmails(ctx, [email]);
    expect(queuedCounts.length).toBe(1);
  });

  it("isn't woken by a transaction that queued no email or was rolled back", async () => {
    await inTransaction(ctx, (tx) => tx.em.execute('select 1'));
    await inTransaction(ctx, (tx) => queueEmails(tx, []));
    const failing = inTransaction(ctx, async (tx) => {
      await queueEmails(tx, [email]);
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    expect([await woken(), await waiting()]).toEqual([[], 0]);
  });

  it('is woken by an email to an audience', async () => {
    await makeYear(orm, { year: 2026, status: 'ACTIVE' });
    const templateId = await makeTemplate(orm, { name: 'News', subject: 'S', body: 'Dear {{firstName}}' });
    await sendEmail(ctx, { templateId, choice: { target: 'ADMINS' }, except: [], again: false, key: 'k' });
    expect(await woken()).toEqual([1]);
  });

  it('is woken when a delivery is resumed or retried', async () => {
    const emails = [{ to: 'a@x.example.org' }, { to: 'b@x.example.org', state: 'FAILED' as const }];
    const { id } = await makeDelivery(orm, { status: 'AWAITING_APPROVAL', emails });
    await approveDelivery(ctx, id);
    expect(await woken()).toEqual([1]);
    await pauseDelivery(ctx, id);
    await woken();
    await resumeDelivery(ctx, id);
    expect(await woken()).toEqual([1]);
    await retryDelivery(ctx, id);
    expect(await woken()).toEqual([2]);
  });
});
