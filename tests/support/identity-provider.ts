import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { OidcSettings } from '#app/config/grouped-settings.server.ts';

/** What a provider knows about an account. Its subject is the login name. */
export interface ProviderAccount {
  readonly email?: string;
  readonly email_verified?: boolean;
}

/** A real OpenID Connect provider, in this process, where everyone signs in with their name and any password. */
export interface IdentityProvider {
  readonly settings: OidcSettings;
  /** Accounts by login name. */
  readonly accounts: Map<string, ProviderAccount>;
  /** Signs in as a person would, without a browser. Returns where the provider leads them. */
  signIn(url: string, login: string): Promise<URL>;
  stop(): Promise<void>;
}

const SCOPE = 'openid email';

/** Starts a provider on a free port. */
export async function startIdentityProvider(name = 'Example University'): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, ProviderAccount>();
  const [clientId, clientSecret] = ['laurel', randomBytes(32).toString('hex')];
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  const provider = new Provider(issuer, {
    clients: [
      { client_id: clientId, client_secret: clientSecret, redirect_uris: ['http://localhost/anywhere'] },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    jwks: { keys: [{ ...key, use: 'sig', alg: 'RS256' }] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_context, id) => {
      const known = accounts.get(id);
      return Promise.resolve(
        known && { accountId: id, claims: () => Promise.resolve({ sub: id, ...known }) },
      );
    },
    loadExistingGrant: async ({ oidc: { provider: own, client, session } }) => {
      const grant = new own.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
  });
  // The server under test has another port each time.
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    /^http:\/\/localhost:\d+\/login\/oidc\/callback$/.test(uri);
  const respond = provider.callback();
  server.on('request', (request, response) => void respond(request, response));
  return {
    settings: { issuer, clientId, clientSecret, name, replacesPasskey: false },
    accounts,
    signIn: (url, login) => signInWithoutBrowser(issuer, url, login),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function signInWithoutBrowser(issuer: string, url: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  const visit = async (address: string, form?: Record<string, string>) => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('Location');
    if (location === null) throw new Error(`The provider answered ${response.status} at ${address}`);
    return new URL(location, issuer);
  };
  let next = await visit(url);
  if (next.pathname.startsWith('/interaction/')) {
    next = await visit(next.href, { prompt: 'login', login, password: 'any' });
  }
  while (next.origin === issuer) next = await visit(next.href);
  return next;
}
