import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { assertReachable } from '#app/domain/bounces/bounced-addresses.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { Conflict, Invalid, NotFound } from '#app/lib/domain-errors.ts';
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
import { compileForSending, getSendableTemplate } from './sendable-template.server.ts';

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

/** The same for the editor, without the HTML, which is shown on its own. */
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
function sampleValues(ctx: Ctx) {
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
  throw new Invalid([{ path: ['email'], message: 'No one with this address would get an email.' }]);
}

/**
 * A template as one of an audience gets it, with their schools in that audience. For administrators.
 *
 * @param asked.email in lower case
 * @throws {NotFound} for an unknown template, and for someone who would get no email
 * @throws {Invalid} for what cannot be sent
 */
export async function messageFor(
  ctx: Ctx,
  { templateId, choice, email }: { templateId: string; choice: AudienceChoice; email: string },
): Promise<PreviewAnswer> {
  const template = await getEmailTemplate(ctx, templateId);
  const { people, year } = await readAudience(ctx, { choice, only: email });
  const [recipient] = people;
  if (recipient === undefined) throw new NotFound('This person wouldn’t get an email.');
  const { render } = await compileForSending(template);
  return render(mergeValuesOf(recipient, { year: year?.year ?? null, settings: ctx.settings }));
}

/**
 * Emails a template to the caller and answers their address once the mail server has accepted it. It bypasses the outbox, so that it
 * does not wait behind a large send, and leaves no delivery. For administrators.
 *
 * @param asked.like as whom of an audience it reads, by the address in lower case; else as the caller with sample schools
 * @throws {NotFound} for an unknown template, and where `like` would get no email
 * @throws {Invalid} as a send
 * @throws {Conflict} with the server's response where it was not accepted, and where the caller's address bounced before
 */
export async function sendTest(
  ctx: Ctx,
  { templateId, like }: { templateId: string; like?: { choice: AudienceChoice; email: string } },
): Promise<{ email: string }> {
  authorize(ctx.actor, 'email.manage');
  const { actor } = ctx;
  if (actor.kind !== 'user')
    throw new Invalid([{ path: [], message: 'A test can only be sent to a person.' }]);
  const mail =
    like === undefined ? await sampleMail(ctx, templateId) : await messageFor(ctx, { templateId, ...like });
  const { email } = actor;
  await assertReachable(ctx, email);
  await inTransaction(ctx, (opened) => reloadActor(opened, 'email.manage'));
  const { state, response, code } = await ctx.mailer.sendNow({ to: email, ...mail });
  if (state === 'SENT') return { email };
  const why = code === null ? 'The mail server isn’t responding.' : `The mail server said: ${response}`;
  throw new Conflict(`The test to ${email} was not sent. ${why}`);
}

async function sampleMail(ctx: Ctx, templateId: string): Promise<PreviewAnswer> {
  const { compiled } = await getSendableTemplate(ctx, templateId);
  return compiled.render(await sampleValues(ctx));
}
