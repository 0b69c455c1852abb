import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  TEMPLATE_NAME_MAX,
  type EmailTemplateResponse,
  type EmailTemplateCreate,
} from '#app/schemas/email.ts';
import { STARTERS } from '#app/schemas/email-starters.ts';
import type { TemplateContent } from './compile-template.server.ts';
import { createEmailTemplate, getEmailTemplate } from './email-templates.server.ts';
import { starterLayout } from './starter-layouts.ts';

/**
 * Creates a template with the text of `startWith` where the request has none. For administrators.
 *
 * @throws {NotFound} when it starts with a template that doesn't exist
 * @throws {Invalid} like `compileTemplate`
 */
export async function startEmailTemplate(
  ctx: Ctx,
  { startWith, ...given }: EmailTemplateCreate,
): Promise<EmailTemplateResponse> {
  if (startWith === undefined) return createEmailTemplate(ctx, given);
  const start = await contentOf(ctx, startWith);
  return createEmailTemplate(ctx, {
    name: given.name,
    isOneOff: given.isOneOff,
    subject: given.subject === '' ? start.subject : given.subject,
    ...(given.body === ''
      ? { body: start.body, richText: start.richText }
      : { body: given.body, richText: given.richText }),
  });
}

/**
 * Copies a template's text, or that of a one-off email, to a new template named after it. For administrators.
 *
 * @throws {NotFound} when it doesn't exist
 */
export async function duplicateEmailTemplate(ctx: Ctx, id: string): Promise<EmailTemplateResponse> {
  const { name } = await getEmailTemplate(ctx, id);
  const copyName = `Copy of ${name}`.slice(0, TEMPLATE_NAME_MAX).trim();
  return startEmailTemplate(ctx, {
    ...{ name: copyName, subject: '', body: '', richText: false, isOneOff: false },
    startWith: id,
  });
}

async function contentOf(ctx: Ctx, startWith: string): Promise<TemplateContent> {
  const starter = STARTERS.find((one) => one === startWith);
  return starter === undefined
    ? getEmailTemplate(ctx, startWith)
    : starterLayout(starter, ctx.settings.brand);
}
