import { randomUUID } from 'node:crypto';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  type EmailTemplateAnswer,
  EmailTemplateAnswerSchema,
  type EmailTemplateCreate,
} from '#app/schemas/email.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { assertSendable } from './compile-template.server.ts';

/**
 * Adds a template, with an empty body by default (specification, section 7), and an event. For administrators.
 *
 * @throws {Invalid} for what no email may contain, as `compileTemplate`
 */
export async function createEmailTemplate(
  ctx: Ctx,
  input: EmailTemplateCreate,
): Promise<EmailTemplateAnswer> {
  authorize(ctx.actor, 'email.manage');
  await assertSendable(input);
  return inTransaction(ctx, async (opened) => {
    const tx = await reloadActor(opened, 'email.manage');
    const now = tx.now();
    const template = tx.em.create(EmailTemplateEntity, {
      ...{ id: randomUUID(), ...input },
      ...{ createdAt: now, updatedAt: now },
    });
    recordEvent(tx, {
      kind: 'emailTemplate.created',
      subject: ['EMAIL_TEMPLATE', template.id],
      changes: { name: { from: null, to: template.name } },
    });
    await tx.em.flush();
    return EmailTemplateAnswerSchema.parse(template);
  });
}
