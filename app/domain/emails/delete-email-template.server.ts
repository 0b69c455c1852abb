import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import type { SeenVersions } from '#app/lib/seen-versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { lockTemplate } from './email-template-rows.server.ts';

/**
 * Removes a template; deliveries of it stay and go on, they have its text. Throws NotFound, Stale where `ifMatch` names another version,
 * and Conflict where a reminder needs it. Leaves an event.
 */
export async function deleteEmailTemplate(
  ctx: Ctx,
  { id, ifMatch }: { id: string; ifMatch: SeenVersions },
): Promise<void> {
  authorize(ctx.actor, 'email.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, template } = await lockTemplate(opened, id, ifMatch);
    const { name } = template;
    const reminders = await tx.em.execute<unknown[]>(
      'select 1 from reminder_rule where template_id = ? limit 1',
      [id],
    );
    if (reminders.length > 0) {
      throw new Conflict('A reminder sends this email. Change or remove the reminder before deleting it.');
    }
    await tx.em.nativeDelete(EmailTemplateEntity, { id });
    await recordEvent(tx, {
      kind: 'emailTemplate.deleted',
      subject: ['EMAIL_TEMPLATE', id],
      changes: { name: { from: name, to: null } },
    });
  });
}
