import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Listing, Page } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type EmailTemplateAnswer, EmailTemplateAnswerSchema } from '#app/schemas/email.ts';
import type { EmailTemplateSummary } from '#app/schemas/email-screens.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { selectTemplates, selectTemplateSummaries } from './email-queries.server.ts';

/** Every template with its body, by name (specification, section 7). */
export async function listEmailTemplates(
  ctx: Ctx,
  query: ListQuery = {},
): Promise<Listing<EmailTemplateAnswer>> {
  authorize(ctx.actor, 'email.manage');
  return {
    items: EmailTemplateAnswerSchema.array().parse(await selectTemplates(ctx, query)),
    total: query.limit === undefined ? null : await ctx.em.count(EmailTemplateEntity),
  };
}

/** A page of the templates without their bodies, by name; `total` counts all. */
export async function listTemplateSummaries(
  ctx: Ctx,
  page: Page,
): Promise<{ items: EmailTemplateSummary[]; total: number }> {
  authorize(ctx.actor, 'email.manage');
  return {
    items: await selectTemplateSummaries(ctx, page),
    total: await ctx.em.count(EmailTemplateEntity),
  };
}
