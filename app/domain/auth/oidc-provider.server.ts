import type { Configuration, IDToken } from 'openid-client';
import {
  OIDC_CLOCK_SECONDS,
  OIDC_CONFIGURATION_MINUTES,
  OIDC_RESPONSE_SECONDS,
} from '#app/config/constants.ts';
import type { OidcSettings } from '#app/config/grouped-settings.server.ts';
import { isRecord } from '#app/lib/records.ts';

/** Loaded when someone signs in with the provider, because most processes never need it. */
const loadClient = () => import('openid-client');

/** The path that the provider returns browsers to. */
export const OIDC_CALLBACK_PATH = '/login/oidc/callback';

/** Why the provider's response can't be used. `details` are safe to log: they contain nothing about the person. */
export class OidcError extends Error {
  override readonly name = 'OidcError';
  readonly isUnavailable: boolean;
  readonly details: Readonly<Record<string, string>>;

  constructor(isUnavailable: boolean, details: Readonly<Record<string, string>>) {
    super('The OpenID Connect provider did not prove who it is.');
    this.isUnavailable = isUnavailable;
    this.details = details;
  }
}

/** What a browser keeps while it is at the provider. */
export interface OidcSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface ProvenIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** When the person last proved to the provider who they are; null if it doesn't say. */
  readonly authenticatedAt: Date | null;
  /** Returns the email address that the provider has verified, or null. May ask the provider. */
  readonly readVerifiedEmail: () => Promise<string | null>;
}

interface CachedConfiguration {
  readonly configuration: Promise<Configuration>;
  readonly readAt: number;
}

const cache = new WeakMap<OidcSettings, CachedConfiguration>();

/** Returns the provider's configuration, which is read once an hour, and again after an error. */
async function readConfiguration(settings: OidcSettings): Promise<Configuration> {
  const found = cache.get(settings);
  if (found !== undefined && performance.now() - found.readAt < OIDC_CONFIGURATION_MINUTES * 60_000) {
    return found.configuration;
  }
  const configuration = discover(settings);
  const read = { configuration, readAt: performance.now() };
  cache.set(settings, read);
  configuration.catch(() => cache.get(settings) === read && cache.delete(settings));
  return configuration;
}

/**
 * Reads the provider's configuration.
 * @param responseSeconds how long the provider may take for this and later responses
 * @throws {OidcError} when it can't be read, or is of another issuer
 */
export async function discover(
  settings: OidcSettings,
  responseSeconds = OIDC_RESPONSE_SECONDS,
): Promise<Configuration> {
  const client = await loadClient();
  const { issuer, clientId, clientSecret } = settings;
  try {
    const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      timeout: responseSeconds,
      ...(issuer.startsWith('http://') ? { execute: [client.allowInsecureRequests] } : {}),
    });
    const server = found.serverMetadata();
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const configuration = new client.Configuration(
      server,
      clientId,
      { [client.clockTolerance]: OIDC_CLOCK_SECONDS },
      methods.includes('client_secret_basic')
        ? client.ClientSecretBasic(clientSecret)
        : client.ClientSecretPost(clientSecret),
    );
    configuration.timeout = responseSeconds;
    if (issuer.startsWith('http://')) client.allowInsecureRequests(configuration);
    // The library trusts TLS for tokens that it fetches itself; checking their signatures costs one request an hour.
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  } catch (error) {
    throw new OidcError(true, { ...detailsOf(error), step: 'configuration' });
  }
}

/** Returns whether an ID token's issuer is the one of the settings, which may have another slash at the end. */
export function isIssuer({ issuer }: Pick<OidcSettings, 'issuer'>, claimed: string): boolean {
  const plain = (url: string) => url.replace(/\/+$/, '');
  return plain(issuer) === plain(claimed);
}

/**
 * Returns the provider's URL for signing in, and what the browser must keep until it returns.
 * @param maxAgeSeconds how long ago the person may have proved to the provider who they are; 0 always asks them
 * @throws {OidcError} when the provider can't be reached
 */
export async function requestIdentity(
  settings: OidcSettings,
  { redirectUri, maxAgeSeconds }: { readonly redirectUri: string; readonly maxAgeSeconds: number },
): Promise<{ readonly url: string; readonly secrets: OidcSecrets }> {
  const client = await loadClient();
  const configuration = await readConfiguration(settings);
  const secrets = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    max_age: String(maxAgeSeconds),
    ...(maxAgeSeconds === 0 ? { prompt: 'login' } : {}),
  });
  return { url: url.href, secrets };
}

/**
 * Exchanges the provider's response for an identity. Tokens are neither stored nor logged.
 * @param response the URL to which the provider sent the browser
 * @throws {OidcError} when the provider can't be reached, or doesn't prove who it is
 */
export async function proveIdentity(
  settings: OidcSettings,
  { response, secrets }: { readonly response: URL; readonly secrets: OidcSecrets },
): Promise<ProvenIdentity> {
  const client = await loadClient();
  const configuration = await readConfiguration(settings);
  const tokens = await client
    .authorizationCodeGrant(configuration, response, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    })
    .catch((error: unknown) => {
      throw new OidcError(isUnavailable(error), { ...detailsOf(error), step: 'tokens' });
    });
  const claims = tokens.claims();
  if (claims === undefined || !isIssuer(settings, claims.iss) || !isStorable(claims.sub)) {
    throw new OidcError(false, { step: 'claims' });
  }
  return {
    issuer: claims.iss,
    subject: claims.sub,
    authenticatedAt: claims.auth_time === undefined ? null : new Date(claims.auth_time * 1000),
    readVerifiedEmail: async () => {
      if (claims['email'] !== undefined) return verifiedEmailOf(claims);
      const { userinfo_endpoint: endpoint } = configuration.serverMetadata();
      if (endpoint === undefined) return null;
      const info = await client
        .fetchUserInfo(configuration, tokens.access_token, claims.sub)
        .catch((error: unknown) => {
          throw new OidcError(isUnavailable(error), { ...detailsOf(error), step: 'userinfo' });
        });
      return verifiedEmailOf(info);
    },
  };
}

/** A longer subject, or one with a control character, isn't valid (OpenID Connect Core, section 2). */
function isStorable(subject: string): boolean {
  return /^[ -~]{1,255}$/.test(subject);
}

function verifiedEmailOf(claims: Pick<IDToken, string>): string | null {
  const { email, email_verified: isVerified } = claims;
  return typeof email === 'string' && isVerified === true ? email : null;
}

const UNAVAILABLE_CODES = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];
/** A provider's own error codes, such as access_denied. Anything else could be a text about the person. */
const PROVIDER_ERROR = /^[a-z_]{1,60}$/;

/** Returns whether trying again later may help. */
function isUnavailable(error: unknown): boolean {
  const { error: code } = detailsOf(error);
  if (code === 'server_error' || code === 'temporarily_unavailable') return true;
  const isFetchFailure = error instanceof TypeError && error.cause !== undefined;
  return isFetchFailure || (isRecord(error) && UNAVAILABLE_CODES.includes(String(error['code'])));
}

function detailsOf(error: unknown): Record<string, string> {
  if (!isRecord(error)) return {};
  const cause = isRecord(error['cause']) ? error['cause'] : {};
  const [code, reason, provided] = [error['code'], cause['code'], error['error']];
  return {
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(typeof provided === 'string' && PROVIDER_ERROR.test(provided) ? { error: provided } : {}),
  };
}
