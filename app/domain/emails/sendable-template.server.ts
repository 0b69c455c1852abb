import type { Ctx } from '#app/domain/ctx.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Invalid, NotFound } from '#app/lib/domain-errors.ts';
import { fieldsIn, MERGE_FIELDS, type MergeField } from '#app/lib/markup/merge-fields.ts';
import type { EmailTemplateResponse } from '#app/schemas/email.ts';
import type { SendScreen } from '#app/schemas/email-send-screens.ts';
import { EmailTemplateEntity } from '#db/entities/email-template.ts';
import { type CompiledTemplate, compileTemplate, type TemplateContent } from './compile-template.server.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { getEmailTemplate } from './email-templates.server.ts';

export interface SendableTemplate
  extends Pick<EmailTemplateResponse, 'id' | 'name' | 'version'>, TemplateContent {
  readonly compiled: CompiledTemplate;
}

/**
 * Reads a template and checks that it can be sent. The caller has already checked permission.
 *
 * @param options.isLocked locks the template against deletion until the transaction ends
 * @param options.built the template as compiled earlier, reused if its version hasn't changed
 * @throws {NotFound} when the template doesn't exist
 * @throws {Invalid} when the body is empty, or like `compileTemplate` (decisions, section 6)
 */
export async function getSendableTemplate(
  ctx: Ctx,
  id: string,
  { isLocked = false, built = null }: { isLocked?: boolean; built?: SendableTemplate | null } = {},
): Promise<SendableTemplate> {
  if (isLocked) await lockTemplate(ctx, id);
  const template = await ctx.em.findOne(EmailTemplateEntity, id, { refresh: true });
  if (template === null) throw new NotFound();
  const { name, subject, body, richText, version } = template;
  if (built?.id === id && built.version === version) return built;
  const compiled = await compileForSending(template);
  return { id, name, subject, body, richText, version, compiled };
}

/** Prevents the template from being deleted until the transaction ends. */
export async function lockTemplate(tx: Ctx, id: string): Promise<void> {
  await lockRow(tx, EmailTemplateEntity, { id }, 'keyShare');
}

/** Returns why a template can't be sent; empty if it can. */
export async function templateErrors(template: TemplateContent): Promise<string[]> {
  try {
    await compileForSending(template);
    return [];
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return error.issues.map(({ message }) => message);
  }
}

/** @throws {Invalid} when the body is empty, or like `compileTemplate` */
export async function compileForSending(template: TemplateContent): Promise<CompiledTemplate> {
  if (template.body.trim() === '') {
    throw new Invalid([{ path: ['body'], message: EMAIL_MESSAGES.noText }]);
  }
  return compileTemplate(template);
}

/**
 * Returns a template with the merge fields it uses and why it can't be sent. For administrators.
 *
 * @throws {NotFound} when the template doesn't exist
 */
export async function sendableTemplate(
  ctx: Ctx,
  id: string,
): Promise<Pick<SendScreen, 'template' | 'templateErrors'>> {
  const content = await getEmailTemplate(ctx, id);
  const used = new Set(fieldsIn(`${content.subject} ${content.body}`).map(({ name }) => name));
  const fields = (Object.keys(MERGE_FIELDS) as MergeField[]).filter((field) => used.has(field));
  const template = { id, name: content.name, subject: content.subject, fields };
  return { template, templateErrors: await templateErrors(content) };
}
