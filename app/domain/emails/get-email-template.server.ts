import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { NotFound, Stale } from '#app/lib/domain-errors.ts';
import { isSeen, type SeenVersions } from '#app/lib/seen-versions.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type EmailTemplateAnswer, EmailTemplateAnswerSchema } from '#app/schemas/email.ts';
import { type EmailTemplate, EmailTemplateEntity } from '#db/entities/email-template.ts';

/**
 * One template with its body (specification, section 7). Its version is the ETag. For administrators.
 *
 * @throws {NotFound} for an unknown template
 */
export async function getEmailTemplate(ctx: Ctx, id: string): Promise<EmailTemplateAnswer> {
  authorize(ctx.actor, 'email.manage');
  const template = await ctx.em.findOne(EmailTemplateEntity, id, { disableIdentityMap: true });
  if (template === null) throw new NotFound();
  return EmailTemplateAnswerSchema.parse(template);
}

/**
 * The same in a version that the caller has seen.
 *
 * @throws {Stale} for another version
 */
export async function seenTemplate(
  ctx: Ctx,
  id: string,
  ifMatch: SeenVersions,
): Promise<EmailTemplateAnswer> {
  const template = await getEmailTemplate(ctx, id);
  if (!isSeen(ifMatch, template.version)) throw new Stale();
  return template;
}

/**
 * Keeps a template from others until the transaction ends, then asks for permission.
 *
 * @throws {NotFound} for an unknown template
 * @throws {Stale} for another version
 */
export async function lockTemplate(
  opened: Ctx,
  id: string,
  ifMatch: SeenVersions,
): Promise<{ readonly tx: AuthorizedCtx; readonly template: EmailTemplate }> {
  const template = await lockRow(opened, EmailTemplateEntity, { id }, 'update');
  const tx = await reloadActor(opened, 'email.manage');
  if (template === null) throw new NotFound();
  if (!isSeen(ifMatch, template.version)) throw new Stale();
  return { tx, template };
}
