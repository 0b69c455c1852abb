import type { OidcSettings } from '#app/config/grouped-settings.server.ts';
import { discover, OIDC_CALLBACK_PATH, OidcError } from '#app/domain/auth/oidc-provider.server.ts';
import { listed } from '#app/lib/text/listed.ts';
import { failureSentence } from '#cli/failure-sentence.ts';
import { type Found, ok, warning } from './finding.ts';

/** Checks that the OpenID Connect provider's configuration can be read, and names the URI to register there. */
export async function checkOidc(oidc: OidcSettings, appUrl: string): Promise<Found> {
  const metadata = (await discover(oidc)).serverMetadata();
  const missing = (['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const).filter(
    (name) => metadata[name] === undefined,
  );
  if (missing.length > 0) {
    return warning(
      `The configuration of the provider in OIDC_ISSUER lacks ${listed(missing)}. Ask the people who run the provider to add what's missing.`,
    );
  }
  return ok(
    `The configuration of the provider in OIDC_ISSUER is readable. The redirect URI to register there is ${appUrl}${OIDC_CALLBACK_PATH}.`,
  );
}

/** Returns a sentence about a provider that can't be used. */
export function oidcErrorSentence(error: unknown): string {
  if (!(error instanceof OidcError)) return failureSentence(error);
  const { code, reason } = error.details;
  const cause = reason ?? code;
  return `Can't read the configuration of the provider in OIDC_ISSUER${cause === undefined ? '' : ` (${cause})`}. Open OIDC_ISSUER with /.well-known/openid-configuration at the end, and check that its issuer is exactly the same.`;
}
