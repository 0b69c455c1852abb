import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OidcSettings } from '#app/config/grouped-settings.server.ts';

type Claims = Readonly<Record<string, unknown>>;

/** What the next ID token says, and how it's signed. */
export interface Forgery {
  /** Replaces claims; undefined removes one. */
  readonly claims?: Claims;
  readonly header?: Claims;
  /** Signs with a key that the provider doesn't publish. */
  readonly isSignedByOther?: boolean;
  readonly isUnsigned?: boolean;
}

/** A provider that issues any ID token, also invalid ones, and that can fail. */
export interface ForgingProvider {
  readonly settings: OidcSettings;
  /** The path of each request so far. */
  readonly requests: readonly string[];
  /** Changes the next ID tokens. */
  forge(forgery: Forgery): void;
  /** What the userinfo endpoint says in addition to the subject. */
  userinfo: Claims;
  /** Responds with this status to requests for a path, or never if it is 'hang'. Null ends that. */
  fail(path: string, how: number | 'hang' | null): void;
  /** Returns where the provider would lead the browser that opened `url`. */
  respond(url: string, parameters?: Readonly<Record<string, string>>): URLSearchParams;
  /** Issues valid ID tokens again, and responds to every request. */
  reset(): void;
  stop(): Promise<void>;
}

const KEY_ID = 'first';
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the seconds since 1970 that ID tokens use. */
export const inSeconds = (moment: number | Date) => Math.floor(Number(moment) / 1000);

/** Starts a provider on a free port. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const [own, other] = [newKey(), newKey()];
  const requests: string[] = [];
  const failures = new Map<string, number | 'hang'>();
  const nonces = new Map<string, string>();
  let forgery: Forgery = {};
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    ...{ issuer, clientId: 'laurel', clientSecret: 'a secret of the tests' },
    ...{ name: 'Example University', replacesPasskey: false },
  };
  const provider: ForgingProvider = {
    settings,
    requests,
    forge: (wanted) => (forgery = wanted),
    userinfo: {},
    fail: (path, how) => (how === null ? failures.delete(path) : failures.set(path, how)),
    respond: (url, parameters = {}) => {
      const sent = new URL(url).searchParams;
      const code = randomUUID();
      nonces.set(code, sent.get('nonce') ?? '');
      return new URLSearchParams({ code, state: sent.get('state') ?? '', iss: issuer, ...parameters });
    },
    reset: () => {
      forgery = {};
      provider.userinfo = {};
      failures.clear();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const idToken = (code: string) => {
    const now = inSeconds(Date.now());
    const claims = {
      ...{ iss: issuer, aud: settings.clientId, sub: 'someone', nonce: nonces.get(code) },
      ...{ iat: now, exp: now + 300, ...forgery.claims },
    };
    return signed(claims, forgery, (forgery.isSignedByOther === true ? other : own).privateKey);
  };
  const pages: Readonly<Record<string, (body: URLSearchParams) => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    }),
    '/jwks': () => ({
      keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }],
    }),
    '/token': (body) => ({
      ...{ access_token: 'an access token', token_type: 'Bearer', expires_in: 300 },
      id_token: idToken(body.get('code') ?? ''),
    }),
    '/userinfo': () => ({ sub: forgery.claims?.['sub'] ?? 'someone', ...provider.userinfo }),
  };
  server.on('request', (request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const failure = failures.get(path);
      if (failure === 'hang') return;
      const page = pages[path];
      if (failure !== undefined || page === undefined) sendJson(response, failure ?? 404, {});
      else sendJson(response, 200, page(new URLSearchParams(body)));
    });
  });
  return provider;
}

function signed(claims: Claims, { header, isUnsigned }: Forgery, key: KeyObject): string {
  const content = `${encoded({ alg: 'RS256', kid: KEY_ID, ...header })}.${encoded(claims)}`;
  const signature =
    isUnsigned === true ? '' : createSign('RSA-SHA256').update(content).sign(key, 'base64url');
  return `${content}.${signature}`;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
