import { LockMode } from '@mikro-orm/postgresql';
import { beforeEach, expect, it } from 'vitest';
import { inTransaction } from '#app/domain/ctx.server.ts';
import { changeEmailTemplate, createEmailTemplate } from '#app/domain/emails/email-templates.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import type { Orm } from '#db/orm.server.ts';
import { actorOf, makeAdmin } from '#tests/factories/user-factory.server.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { lockWaits } from '#tests/support/lock-waits.server.ts';

const database = useDatabase('each test');
let orm: Orm;
beforeEach(async () => {
  orm = await database.openOrm();
});

it('a change of an email template is checked together with what someone else changed meanwhile', async () => {
  const ctx = makeCtx({ orm, actor: actorOf(await makeAdmin(orm)) });
  const template = { name: 'News', subject: 'News', body: 'Plain', richText: false };
  const { id } = await createEmailTemplate(ctx, template);
  const { outcome } = await inTransaction(makeCtx({ orm }), async (tx) => {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const locked = await tx.em.findOneOrFail(EmailTemplateEntity, id, { lockMode });
    const change = changeEmailTemplate(ctx, { id, patch: { body: 'Plain as well' }, ifMatch: null });
    const outcome = change.catch((error: unknown) => error);
    await expect.poll(() => lockWaits(orm)).toBe(1);
    tx.em.assign(locked, { richText: true, body: '<mjml><mj-body></mj-body></mjml>' });
    return { outcome };
  });
  const refusal = await outcome;
  expect(refusal).toBeInstanceOf(Invalid);
  expect(refusal).toHaveProperty('issues.0.message', expect.stringContaining('Line 1: MJML must begin with'));
});
