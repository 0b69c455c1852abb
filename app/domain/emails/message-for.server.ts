import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import type { RenderedMail } from './compile-template.server.ts';
import { getEmailTemplate } from './get-email-template.server.ts';
import { mergeValuesOf } from './merge-values.ts';
import { readAudience } from './read-audience.server.ts';
import { compileForSending } from './template-for-sending.server.ts';

interface MessageAsked {
  readonly templateId: string;
  readonly choice: AudienceChoice;
  /** In lower case. */
  readonly email: string;
}

/**
 * A template as one of an audience gets it, with their schools in that audience. For administrators.
 *
 * @throws {NotFound} for an unknown template, and for somebody who would get no email
 * @throws {Invalid} for what cannot be sent
 */
export async function messageFor(
  ctx: Ctx,
  { templateId, choice, email }: MessageAsked,
): Promise<RenderedMail> {
  const template = await getEmailTemplate(ctx, templateId);
  const { people, year } = await readAudience(ctx, { choice, only: email });
  const [recipient] = people;
  if (recipient === undefined) throw new NotFound('This person would get no mail.');
  const { render } = await compileForSending(template);
  return render(mergeValuesOf(recipient, { year: year?.year ?? null, settings: ctx.settings }));
}
