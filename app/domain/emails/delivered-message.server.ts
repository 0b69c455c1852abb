import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { OutboxMailEntity } from '#db/entities/outbox-mail.ts';
import { compileTemplate, type RenderedMail } from './compile-template.server.ts';
import { mergeValuesOf } from './merge-values.ts';

/**
 * What a delivery says to one of its recipients: its own text, whatever became of the template, with the name and schools that the
 * recipient had when it was written. For administrators.
 *
 * @param asked.email in lower case
 * @throws {NotFound} for somebody who isn't one of its recipients
 */
export async function deliveredMessage(
  ctx: Ctx,
  { deliveryId, email }: { deliveryId: string; email: string },
): Promise<RenderedMail> {
  authorize(ctx.actor, 'email.manage');
  const mail = await ctx.em.findOne(
    OutboxMailEntity,
    { delivery: deliveryId, toAddress: email },
    {
      fields: [
        ...(['toAddress', 'mergeValues'] as const),
        ...(['delivery.subject', 'delivery.body', 'delivery.richText', 'delivery.year'] as const),
      ],
      orderBy: { id: 'asc' },
      disableIdentityMap: true,
    },
  );
  if (!mail?.delivery || !mail.mergeValues) throw new NotFound();
  const { subject, body, richText, year = null } = mail.delivery;
  const { render } = await compileTemplate({ subject, body, richText });
  const values = { ...mail.mergeValues, email: mail.toAddress };
  return render(mergeValuesOf(values, { year, settings: ctx.settings }));
}
