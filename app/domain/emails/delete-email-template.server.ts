import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import type { SeenVersions } from '#app/lib/seen-versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import { lockTemplate } from './get-email-template.server.ts';

/**
 * Removes a template, with an event; its deliveries stay and continue with their own text. For administrators.
 *
 * @throws {NotFound} for an unknown template
 * @throws {Stale} where `ifMatch` names another version
 * @throws {Conflict} where a reminder sends it
 */
export async function deleteEmailTemplate(
  ctx: Ctx,
  { id, ifMatch }: { id: string; ifMatch: SeenVersions },
): Promise<void> {
  authorize(ctx.actor, 'email.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, template } = await lockTemplate(opened, id, ifMatch);
    if ((await tx.em.findOne(ReminderRuleEntity, { template: id })) !== null) {
      throw new Conflict('A reminder sends this email. Change or remove the reminder before deleting it.');
    }
    tx.em.remove(template);
    recordEvent(tx, {
      kind: 'emailTemplate.deleted',
      subject: ['EMAIL_TEMPLATE', id],
      changes: { name: { from: template.name, to: null } },
    });
  });
}
