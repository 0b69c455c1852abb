/** What the tests use of the package, which has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Claims {
    readonly sub: string;
    readonly [claim: string]: unknown;
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Context {
    readonly oidc: {
      readonly provider: Provider;
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string };
    };
  }
  interface Configuration {
    readonly clients: readonly Readonly<Record<string, unknown>>[];
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly cookies: { readonly keys: readonly string[] };
    readonly jwks: { readonly keys: readonly object[] };
    readonly ttl: Readonly<Record<string, number>>;
    findAccount(
      context: Context,
      id: string,
    ): Promise<{ readonly accountId: string; claims(): Promise<Claims> } | undefined>;
    loadExistingGrant(context: Context): Promise<Grant>;
  }
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    readonly Client: { readonly prototype: { redirectUriAllowed(uri: string): boolean } };
    readonly Grant: new (of: { readonly clientId: string; readonly accountId: string }) => Grant;
  }
}
