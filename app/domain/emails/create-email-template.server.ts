import { randomUUID } from 'node:crypto';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { EmailTemplateAnswer, EmailTemplateCreate } from '#app/schemas/email.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { assertSendable } from './compile-template.server.ts';
import { getEmailTemplate } from './get-email-template.server.ts';

/**
 * Adds a template, with an empty body unless told (specification, section 7). Throws Invalid for what no mail may hold, as
 * `compileTemplate` tells it. Leaves an event.
 */
export async function createEmailTemplate(
  ctx: Ctx,
  template: EmailTemplateCreate,
): Promise<EmailTemplateAnswer> {
  authorize(ctx.actor, 'email.manage');
  await assertSendable(template);
  return inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, 'email.manage');
    const id = randomUUID();
    const now = tx.now();
    await tx.em.insert(EmailTemplateEntity, { id, ...template, createdAt: now, updatedAt: now });
    await recordEvent(tx, {
      kind: 'emailTemplate.created',
      subject: ['EMAIL_TEMPLATE', id],
      changes: { name: { from: null, to: template.name } },
    });
    return getEmailTemplate(tx, id);
  });
}
