import { providerName } from '#app/domain/auth/identity-emails.server.ts';
import { listIdentities, removeIdentity } from '#app/domain/auth/linked-identities.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { IDENTITY_MESSAGES, type OidcProblem } from '#app/messages/identity-messages.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { RemoveIdentityFormSchema, type SingleSignOn } from '#app/schemas/identity.ts';
import type { UserResponse } from '#app/schemas/user.ts';
import { redirectWithFlash } from './flash.server.ts';
import { malformedForm } from './http-errors.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { resultMessage } from './web-route.server.ts';

/** Returns what a person's page shows about single sign-on; null if they can't use it. */
export async function readSingleSignOn(
  ctx: Ctx,
  { id, flags }: Pick<UserResponse, 'id' | 'flags'>,
): Promise<SingleSignOn | null> {
  const { items } = await listIdentities(ctx, { userId: id });
  const [identity = null] = items;
  if (identity !== null) return { provider: providerName(ctx.settings, identity.issuer), identity };
  const { oidc } = ctx.settings;
  const mayUse = flags.includes('ADMIN') && !flags.includes('DELETED');
  return oidc !== null && mayUse ? { provider: oidc.name, identity } : null;
}

/** Removes a linked identity and redirects to `to` with the result as a message. */
export async function submitIdentityRemoval({ ctx }: SignedInCall, form: FormData, to: string) {
  const submission = parseForm(form, { schema: RemoveIdentityFormSchema });
  if (submission.status !== 'success') throw malformedForm();
  const remove = async () => {
    await removeIdentity(ctx, submission.value.id);
    return IDENTITY_MESSAGES.removed;
  };
  const message = await resultMessage('remove-identity', remove, IDENTITY_MESSAGES.alreadyRemoved);
  return redirectWithFlash(to, [message], ctx.settings, { isSamePage: true });
}

/** Returns what the login page says about the provider; null without one. */
export function signInProvider({ oidc }: Pick<Ctx['settings'], 'oidc'>, problem: OidcProblem | undefined) {
  if (oidc === null) return null;
  return { name: oidc.name, problem: problem === undefined ? null : IDENTITY_MESSAGES[problem](oidc.name) };
}
