import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { EmailTemplateAnswer } from '#app/schemas/email.ts';
import { type EmailTemplateRow, TEMPLATE_COLUMNS, templateOfRow } from './email-template-rows.server.ts';

/** One template with its body (specification, section 7); throws NotFound. Its version is the ETag. */
export async function getEmailTemplate(ctx: Ctx, id: string): Promise<EmailTemplateAnswer> {
  authorize(ctx.actor, 'email.manage');
  const [row] = await ctx.em.execute<EmailTemplateRow[]>(
    `select ${TEMPLATE_COLUMNS} from email_template where id = ?`,
    [id],
  );
  if (row === undefined) throw new NotFound();
  return templateOfRow(row);
}
