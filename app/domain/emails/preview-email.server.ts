import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { assertReachable } from '#app/domain/bounces/bounced-addresses.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { Conflict, Invalid, NotFound } from '#app/lib/domain-errors.ts';
import { htmlWithLogo, withOfficeLogo } from '#app/domain/mail/office-logo.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { EmailCheckResponse } from '#app/schemas/email-screens.ts';
import type { PreviewResponse, Recipient } from '#app/schemas/email.ts';
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
import { EMAIL_MESSAGES, SAMPLE_RECIPIENT } from '#app/messages/email-messages.ts';
import { compileForSending, getSendableTemplate } from './sendable-template.server.ts';

/**
 * Renders a template for a recipient, by default with sample values (decisions, section 6).
 *
 * @throws {NotFound} when the template doesn't exist
 * @throws {Invalid} when the template can't be sent, or the address is unknown
 */
export async function previewEmail(
  ctx: Ctx,
  { id, email }: { id: string; email?: string | undefined },
): Promise<PreviewResponse> {
  const template = await getEmailTemplate(ctx, id);
  const compiled = await compileTemplate(template);
  const values =
    email === undefined ? await sampleValues(ctx) : await valuesFor(ctx, await recipientOf(ctx, email));
  return withVisibleLogo(ctx, compiled.render(values));
}

/** Returns an email whose logo browsers can show: it is in the HTML instead of attached. */
export function withVisibleLogo(ctx: Ctx, message: PreviewResponse): PreviewResponse {
  return { ...message, html: htmlWithLogo(message.html, ctx.settings.brand.logo) };
}

export interface ValidatedTemplate extends Omit<InspectedTemplate, 'compiled'> {
  readonly message: PreviewResponse | null;
}

/** Renders an unsaved template with sample values, or returns its problems. */
export async function validateTemplate(ctx: Ctx, content: TemplateContent): Promise<ValidatedTemplate> {
  authorize(ctx.actor, 'email.manage');
  const { compiled, problems, warnings } = await inspectTemplate(content);
  const message = compiled === null ? null : withVisibleLogo(ctx, compiled.render(await sampleValues(ctx)));
  return { message, problems, warnings };
}

/** Omits the HTML, which the editor shows separately. */
export function checkOf({ message, problems, warnings }: ValidatedTemplate): EmailCheckResponse {
  return {
    subject: message?.subject ?? null,
    text: message?.text ?? null,
    hasDarkColors: message === null ? null : hasDarkColors(message.html),
    problems: [...problems],
    warnings: [...warnings],
  };
}

function sampleValues(ctx: Ctx) {
  return valuesFor(ctx, SAMPLE_RECIPIENT);
}

async function valuesFor(ctx: Ctx, recipient: Recipient) {
  const year = await findActiveYear(ctx);
  return mergeValuesOf(recipient, { year: year?.year ?? null, settings: ctx.settings });
}

async function recipientOf(ctx: Ctx, email: string): Promise<Recipient> {
  const recipient = await findRecipient(ctx, email);
  if (recipient !== null) return recipient;
  throw new Invalid([{ path: ['email'], message: EMAIL_MESSAGES.noSuchAddress }]);
}

/**
 * Renders a template for a person in an audience, with their schools in that audience. For administrators.
 *
 * @param recipient.email in lowercase
 * @throws {NotFound} when the template doesn't exist, or the person isn't a recipient
 * @throws {Invalid} when the template can't be sent
 */
export async function previewForRecipient(ctx: Ctx, recipient: AudienceRecipient): Promise<PreviewResponse> {
  return withVisibleLogo(ctx, await renderForRecipient(ctx, recipient));
}

interface AudienceRecipient {
  readonly templateId: string;
  readonly choice: AudienceChoice;
  readonly email: string;
}

async function renderForRecipient(
  ctx: Ctx,
  { templateId, choice, email }: AudienceRecipient,
): Promise<PreviewResponse> {
  const template = await getEmailTemplate(ctx, templateId);
  const { people, year } = await readAudience(ctx, { choice, only: email });
  const [recipient] = people;
  if (recipient === undefined) throw new NotFound(EMAIL_MESSAGES.notInAudience);
  const { render } = await compileForSending(template);
  return render(mergeValuesOf(recipient, { year: year?.year ?? null, settings: ctx.settings }));
}

/**
 * Emails a template to the caller without the outbox, so it doesn't wait behind a large send.
 *
 * @param like a person of an audience, by lowercase address; by default sample values
 * @throws {NotFound} when the template doesn't exist, or `like` isn't a recipient
 * @throws {Invalid} when the template can't be sent, or the caller isn't a person
 * @throws {Conflict} when the server doesn't accept it, or the caller's address has bounced
 */
export async function sendTest(
  ctx: Ctx,
  { templateId, like }: { templateId: string; like?: { choice: AudienceChoice; email: string } },
): Promise<{ email: string }> {
  authorize(ctx.actor, 'email.manage');
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Invalid([{ path: [], message: EMAIL_MESSAGES.testNeedsUser }]);
  const message =
    like === undefined
      ? await sampleEmail(ctx, templateId)
      : await renderForRecipient(ctx, { templateId, ...like });
  const { email } = actor;
  await assertReachable(ctx, email);
  await inTransaction(ctx, (opened) => reloadActor(opened, 'email.manage'));
  const { state, response, code } = await ctx.mailer.sendNow({
    to: email,
    ...message,
    ...withOfficeLogo(message.html, ctx.settings.brand.logo),
    fromName: ctx.settings.mailFromName,
  });
  if (state === 'SENT') return { email };
  throw new Conflict(EMAIL_MESSAGES.testNotSent(email, { code, response }));
}

async function sampleEmail(ctx: Ctx, templateId: string): Promise<PreviewResponse> {
  const { compiled } = await getSendableTemplate(ctx, templateId);
  return compiled.render(await sampleValues(ctx));
}
