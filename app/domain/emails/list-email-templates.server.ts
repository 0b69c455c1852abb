import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { type Listing, type Page, pageClause } from '#app/domain/listing.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { EmailTemplateAnswer } from '#app/schemas/email.ts';
import type { EmailTemplateSummary } from '#app/schemas/email-screens.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { type EmailTemplateRow, TEMPLATE_COLUMNS, templateOfRow } from './email-template-rows.server.ts';

const BY_NAME = {
  desc: 'name collate "und-x-icu" asc, id asc',
  asc: 'name collate "und-x-icu" desc, id desc',
};

/** Every template with its body, by name (specification, section 7). */
export async function listEmailTemplates(
  ctx: Ctx,
  query: ListQuery = {},
): Promise<Listing<EmailTemplateAnswer>> {
  authorize(ctx.actor, 'email.manage');
  const page = pageClause(query);
  const rows = await ctx.em.execute<EmailTemplateRow[]>(
    `select ${TEMPLATE_COLUMNS} from email_template order by ${BY_NAME[query.direction ?? 'desc']}${page.sql}`,
    page.params,
  );
  return {
    items: rows.map(templateOfRow),
    total: query.limit === undefined ? null : await countEmailTemplates(ctx),
  };
}

type SummaryRow = Omit<EmailTemplateRow, 'body' | 'version' | 'created_at'> & { readonly is_empty: boolean };

/** A page of the templates without their bodies, by name; `total` counts all. */
export async function listTemplateSummaries(
  ctx: Ctx,
  page: Page,
): Promise<{ items: EmailTemplateSummary[]; total: number }> {
  authorize(ctx.actor, 'email.manage');
  const cut = pageClause(page);
  const rows = await ctx.em.execute<SummaryRow[]>(
    `select id, name, subject, rich_text, btrim(body, E' \\t\\n') = '' as is_empty, updated_at
       from email_template order by ${BY_NAME.desc}${cut.sql}`,
    cut.params,
  );
  const items = rows.map((row) => ({
    id: row.id,
    name: row.name,
    subject: row.subject,
    richText: row.rich_text,
    isEmpty: row.is_empty,
    updatedAt: toIso(row.updated_at),
  }));
  return { items, total: await countEmailTemplates(ctx) };
}

async function countEmailTemplates(ctx: Ctx): Promise<number> {
  const [row] = await ctx.em.execute<{ total: number }[]>(
    'select count(*)::int as total from email_template',
  );
  return row?.total ?? 0;
}
