import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { Invalid, NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { EmailCheckAnswer } from '#app/schemas/email-screens.ts';
import type { PreviewAnswer, Recipient } from '#app/schemas/email.ts';
import {
  compileTemplate,
  type InspectedTemplate,
  inspectTemplate,
  mergeValuesOf,
  type TemplateContent,
} from './compile-template.server.ts';
import { findRecipient } from './email-queries.server.ts';
import { getEmailTemplate } from './email-templates.server.ts';
import { readAudience } from './read-audience.server.ts';
import { hasDarkColors } from './recolored-preview.ts';
import { compileForSending } from './template-for-sending.server.ts';

/** What stands for the recipient's schools where there is no recipient. */
const SAMPLE_SCHOOLS = ['First High School', 'Second High School'];

/**
 * A template as one recipient gets it, in the active year (decisions, section 6): without `email` as the caller would, with sample
 * schools. For administrators.
 *
 * @throws {NotFound} for an unknown template
 * @throws {Invalid} for a template that cannot be sent, and for an address of nobody
 */
export async function previewEmail(
  ctx: Ctx,
  { id, email }: { id: string; email?: string | undefined },
): Promise<PreviewAnswer> {
  const template = await getEmailTemplate(ctx, id);
  const compiled = await compileTemplate(template);
  return compiled.render(
    email === undefined ? await sampleValues(ctx) : await valuesFor(ctx, await recipientOf(ctx, email)),
  );
}

export interface TriedTemplate extends Omit<InspectedTemplate, 'compiled'> {
  /** Null where there are problems. */
  readonly mail: PreviewAnswer | null;
}

/** What a template that is being written becomes for the caller, or what is wrong with it. */
export async function tryTemplate(ctx: Ctx, content: TemplateContent): Promise<TriedTemplate> {
  authorize(ctx.actor, 'email.manage');
  const { compiled, problems, warnings } = await inspectTemplate(content);
  const mail = compiled === null ? null : compiled.render(await sampleValues(ctx));
  return { mail, problems, warnings };
}

/** The same for the editor, without the HTML, which is shown by itself. */
export function checkOf({ mail, problems, warnings }: TriedTemplate): EmailCheckAnswer {
  return {
    subject: mail?.subject ?? null,
    text: mail?.text ?? null,
    hasDarkColors: mail === null ? null : hasDarkColors(mail.html),
    problems: [...problems],
    warnings: [...warnings],
  };
}

/** Every merge field as the caller, in the active year, with schools by way of example. */
export function sampleValues(ctx: Ctx) {
  return valuesFor(ctx, sampleOf(ctx));
}

async function valuesFor(ctx: Ctx, recipient: Recipient) {
  const year = await findActiveYear(ctx);
  return mergeValuesOf(recipient, { year: year?.year ?? null, settings: ctx.settings });
}

function sampleOf({ actor, settings }: Ctx): Recipient {
  const { email, firstName, lastName } =
    actor.kind === 'user' ? actor : { email: settings.contactEmail, firstName: '', lastName: '' };
  return { email, firstName, lastName, schools: SAMPLE_SCHOOLS };
}

async function recipientOf(ctx: Ctx, email: string): Promise<Recipient> {
  const recipient = await findRecipient(ctx, email);
  if (recipient !== null) return recipient;
  throw new Invalid([{ path: ['email'], message: 'Nobody with this address would get a mail.' }]);
}

/**
 * A template as one of an audience gets it, with their schools in that audience. For administrators.
 *
 * @param asked.email in lower case
 * @throws {NotFound} for an unknown template, and for somebody who would get no email
 * @throws {Invalid} for what cannot be sent
 */
export async function messageFor(
  ctx: Ctx,
  { templateId, choice, email }: { templateId: string; choice: AudienceChoice; email: string },
): Promise<PreviewAnswer> {
  const template = await getEmailTemplate(ctx, templateId);
  const { people, year } = await readAudience(ctx, { choice, only: email });
  const [recipient] = people;
  if (recipient === undefined) throw new NotFound('This person would get no mail.');
  const { render } = await compileForSending(template);
  return render(mergeValuesOf(recipient, { year: year?.year ?? null, settings: ctx.settings }));
}
