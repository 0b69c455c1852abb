import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { NotFound, Stale } from '#app/lib/domain-errors.ts';
import { isSeen, type SeenVersions } from '#app/lib/seen-versions.ts';
import type { EmailTemplateAnswer } from '#app/schemas/email.ts';

/** The columns of an email template that answers are made of. */
export const TEMPLATE_COLUMNS = 'id, name, subject, body, rich_text, version, created_at, updated_at';

export interface EmailTemplateRow {
  readonly id: string;
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  readonly rich_text: boolean;
  readonly version: number;
  readonly created_at: string;
  readonly updated_at: string;
}

export function templateOfRow(row: EmailTemplateRow): EmailTemplateAnswer {
  return {
    id: row.id,
    name: row.name,
    subject: row.subject,
    body: row.body,
    richText: row.rich_text,
    version: row.version,
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
  };
}

/** The template as it stands. Throws NotFound, or Stale for another version. */
export async function seenTemplate(
  ctx: Ctx,
  id: string,
  ifMatch: SeenVersions,
): Promise<EmailTemplateAnswer> {
  const [row] = await ctx.em.execute<EmailTemplateRow[]>(
    `select ${TEMPLATE_COLUMNS} from email_template where id = ?`,
    [id],
  );
  if (row === undefined) throw new NotFound();
  if (!isSeen(ifMatch, row.version)) throw new Stale();
  return templateOfRow(row);
}

export interface LockedTemplate {
  readonly tx: AuthorizedCtx;
  readonly template: EmailTemplateAnswer;
}

/**
 * Keeps a template from others until the transaction ends, then asks for permission.
 *
 * @throws {NotFound} for an unknown template
 * @throws {Stale} for another version
 */
export async function lockTemplate(opened: Ctx, id: string, ifMatch: SeenVersions): Promise<LockedTemplate> {
  await opened.em.execute('select 1 from email_template where id = ? for update', [id]);
  const tx = await reloadActor(opened, 'email.manage');
  return { tx, template: await seenTemplate(tx, id, ifMatch) };
}
