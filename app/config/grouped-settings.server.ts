import type { z } from 'zod';
import type { EnvironmentSchema } from './environment-schema.server.ts';

type Env = z.output<typeof EnvironmentSchema>;

export interface DkimSettings {
  readonly domainName: string;
  readonly keySelector: string;
  /** PEM. */
  readonly privateKey: string;
}

/** An OpenID Connect provider, and Laurel's registration there. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What people call it, such as the university's name; by default its host name. */
  readonly name: string;
  /** Whether signing in there gives administrators the rights for which REQUIRE_PASSKEY wants a passkey. */
  readonly replacesPasskey: boolean;
}

/** Returns the settings to sign email; null unless all are set. */
export function dkimSettings(env: Env): DkimSettings | null {
  const { DKIM_DOMAIN: domainName, DKIM_SELECTOR: keySelector, DKIM_PRIVATE_KEY: privateKey } = env;
  return domainName === undefined || keySelector === undefined || privateKey === undefined
    ? null
    : { domainName, keySelector, privateKey };
}

/** Returns the settings of the OpenID Connect provider; null unless all are set. */
export function oidcSettings(env: Env): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  const name = env.OIDC_NAME ?? new URL(issuer).hostname;
  return { issuer, clientId, clientSecret, name, replacesPasskey: env.OIDC_REPLACES_PASSKEY === 'on' };
}
