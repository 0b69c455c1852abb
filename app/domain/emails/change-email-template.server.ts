import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { withoutBodies } from '#app/domain/events/text-changes.ts';
import { presentFields } from '#app/lib/records.ts';
import type { SeenVersions } from '#app/lib/seen-versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  type EmailTemplateAnswer,
  EmailTemplateAnswerSchema,
  type EmailTemplatePatch,
} from '#app/schemas/email.ts';
import { assertSendable } from './compile-template.server.ts';
import { lockTemplate, seenTemplate } from './get-email-template.server.ts';

/**
 * Changes a template; a missing field stays. Emails that were sent from it, or wait to be sent, keep the text they had. A patch that
 * changes nothing leaves no event and the version as it is. For administrators.
 *
 * @throws {NotFound} for an unknown template
 * @throws {Invalid} for what no email may contain
 * @throws {Stale} where `ifMatch` names another version
 */
export async function changeEmailTemplate(
  ctx: Ctx,
  { id, patch, ifMatch }: { id: string; patch: EmailTemplatePatch; ifMatch: SeenVersions },
): Promise<EmailTemplateAnswer> {
  authorize(ctx.actor, 'email.manage');
  const wanted = presentFields(patch);
  const seen = await seenTemplate(ctx, id, ifMatch);
  // Building takes time, in which nobody waits for the row.
  await assertStillSendable(seen, wanted);
  return inTransaction(ctx, async (opened) => {
    const { tx, template } = await lockTemplate(opened, id, ifMatch);
    const before = EmailTemplateAnswerSchema.parse(template);
    const changes = changesBetween<EmailTemplatePatch>(before, wanted);
    if (Object.keys(changes).length === 0) return before;
    if (before.version !== seen.version) await assertStillSendable(before, wanted);
    tx.em.assign(template, { ...wanted, updatedAt: tx.now() });
    recordEvent(tx, {
      kind: 'emailTemplate.changed',
      subject: ['EMAIL_TEMPLATE', id],
      changes: withoutBodies(changes),
    });
    await tx.em.flush();
    return EmailTemplateAnswerSchema.parse(template);
  });
}

/** What changes only the name, or nothing, is not looked at. */
async function assertStillSendable(before: EmailTemplateAnswer, wanted: EmailTemplatePatch): Promise<void> {
  const { subject, body, richText } = { ...before, ...wanted };
  if (subject === before.subject && body === before.body && richText === before.richText) return;
  await assertSendable({ subject, body, richText });
}
