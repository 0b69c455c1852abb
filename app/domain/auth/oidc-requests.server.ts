import { randomUUID } from 'node:crypto';
import {
  LOGIN_WINDOW_MINUTES,
  OIDC_REQUEST_MINUTES,
  OIDC_REQUESTS_PER_CLIENT,
  SESSION_LIFETIME_DAYS,
} from '#app/config/constants.ts';
import type { OidcSettings } from '#app/config/grouped-settings.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { NotFound, RateLimited } from '#app/lib/domain-errors.ts';
import { IDENTITY_MESSAGES } from '#app/messages/identity-messages.ts';
import { OidcRequestEntity } from '#db/entities/oidc-request.ts';
import { clientNetwork } from './client-network.server.ts';
import { OIDC_CALLBACK_PATH, OidcError, type OidcSecrets, requestIdentity } from './oidc-provider.server.ts';
import { countOnce } from './rate-limits.server.ts';
import { hashOfSecret } from './session-secret.server.ts';

/** A sign-in with the provider that has started. The browser keeps it in a signed cookie until it returns. */
export interface OidcRequest extends OidcSecrets {
  /** ISO 8601. */
  readonly startedAt: string;
  /** Whether the person has to prove to the provider again who they are. */
  readonly isAgain: boolean;
}

/** How long ago people may have proved to the provider who they are: as long as a session lasts here. */
export const IDENTITY_AGE_SECONDS = SESSION_LIFETIME_DAYS * 86_400;

/**
 * Returns the settings of the provider.
 * @throws {NotFound} without a provider
 */
export function getOidcSettings({ settings: { oidc } }: Pick<Ctx, 'settings'>): OidcSettings {
  if (oidc === null) throw new NotFound();
  return oidc;
}

/**
 * Starts a sign-in with the provider, whose URL the browser then opens. Null if the provider can't be reached.
 * @throws {NotFound} without a provider
 * @throws {RateLimited} after 60 starts from a client's network in 15 minutes
 */
export async function startOidcSignIn(
  ctx: Ctx,
  { clientAddress, isAgain }: { readonly clientAddress: string; readonly isAgain: boolean },
): Promise<{ readonly url: string; readonly request: OidcRequest } | null> {
  const oidc = getOidcSettings(ctx);
  const { count, secondsLeft } = await countOnce(ctx, {
    name: 'oidc-per-client',
    subject: clientNetwork(clientAddress),
    windowMinutes: LOGIN_WINDOW_MINUTES,
  });
  if (count > OIDC_REQUESTS_PER_CLIENT) {
    throw new RateLimited(IDENTITY_MESSAGES.tooMany(Math.ceil(secondsLeft / 60)), secondsLeft);
  }
  const startedAt = ctx.now();
  try {
    const { url, secrets } = await requestIdentity(oidc, {
      redirectUri: `${ctx.settings.appUrl}${OIDC_CALLBACK_PATH}`,
      maxAgeSeconds: isAgain ? 0 : IDENTITY_AGE_SECONDS,
    });
    await ctx.em.insert(OidcRequestEntity, {
      id: randomUUID(),
      stateHash: hashOfSecret(secrets.state),
      expiresAt: new Date(startedAt.getTime() + OIDC_REQUEST_MINUTES * 60_000),
    });
    return { url, request: { ...secrets, startedAt: startedAt.toISOString(), isAgain } };
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    ctx.log.warn(error.details, 'the identity provider is unavailable');
    return null;
  }
}

/** Uses up a request, even if the sign-in then fails. Returns false if it was used before or has expired. */
export async function consumeOidcRequest(ctx: Ctx, state: string): Promise<boolean> {
  const taken = await ctx.em.nativeDelete(OidcRequestEntity, {
    stateHash: hashOfSecret(state),
    expiresAt: { $gt: ctx.now() },
  });
  return taken === 1;
}
