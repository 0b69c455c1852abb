import { assertReachable } from '#app/domain/bounces/bounced-addresses.server.ts';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { Conflict, Invalid } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { messageFor, sampleValues } from './preview-email.server.ts';
import { templateForSending } from './template-for-sending.server.ts';

interface TestAsked {
  readonly templateId: string;
  /** The one of an audience as whom it reads, by the address in lower case; else as the caller with schools by way of example. */
  readonly like?: { readonly choice: AudienceChoice; readonly email: string };
}

/**
 * Emails a template to the caller and answers their address once the mail server has accepted it. It bypasses the outbox, so that it
 * does not wait behind a large send, and leaves no delivery. For administrators.
 *
 * @throws {NotFound} for an unknown template, and where `like` would get no email
 * @throws {Invalid} as a send
 * @throws {Conflict} with the server's response where it was not accepted, and where the caller's address bounced before
 */
export async function sendTest(ctx: Ctx, { templateId, like }: TestAsked): Promise<{ email: string }> {
  authorize(ctx.actor, 'email.manage');
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Invalid([{ path: [], message: 'A test goes to a person.' }]);
  const mail =
    like === undefined ? await sampleOf(ctx, templateId) : await messageFor(ctx, { templateId, ...like });
  const { email } = actor;
  await assertReachable(ctx, email);
  await inTransaction(ctx, (opened) => reloadActor(opened, 'email.manage'));
  const { state, response, code } = await ctx.mailer.sendNow({ to: email, ...mail });
  if (state === 'SENT') return { email };
  const why = code === null ? 'The mail server does not answer.' : `The mail server said: ${response}`;
  throw new Conflict(`The test to ${email} was not sent. ${why}`);
}

async function sampleOf(ctx: Ctx, templateId: string) {
  const { compiled } = await templateForSending(ctx, templateId);
  return compiled.render(await sampleValues(ctx));
}
