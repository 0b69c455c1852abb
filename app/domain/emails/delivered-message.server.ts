import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { RecipientValues } from '#app/schemas/email.ts';
import { compileTemplate, type RenderedMail } from './compile-template.server.ts';
import { mergeValuesOf } from './merge-values.ts';

interface MessageRow {
  subject: string;
  body: string;
  rich_text: boolean;
  year: number | null;
  to_address: string;
  merge_values: RecipientValues;
}

/**
 * What a delivery says to one of its recipients: its own text, whatever became of the template, with the name and schools that the
 * recipient had when it was written. For administrators; throws NotFound for somebody who is no recipient of it.
 *
 * @param asked.email in lower case
 */
export async function deliveredMessage(
  ctx: Ctx,
  { deliveryId, email }: { deliveryId: string; email: string },
): Promise<RenderedMail> {
  authorize(ctx.actor, 'email.manage');
  const [row] = await ctx.em.execute<MessageRow[]>(
    `select d.subject, d.body, d.rich_text, d.year, m.to_address, m.merge_values
       from email_delivery d join outbox_mail m on m.delivery_id = d.id
      where d.id = ? and m.to_address = ? order by m.id limit 1`,
    [deliveryId, email],
  );
  if (row === undefined) throw new NotFound();
  const { subject, body, rich_text: richText, year } = row;
  const { render } = await compileTemplate({ subject, body, richText });
  return render(
    mergeValuesOf({ ...row.merge_values, email: row.to_address }, { year, settings: ctx.settings }),
  );
}
