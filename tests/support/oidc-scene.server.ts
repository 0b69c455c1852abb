import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { Settings } from '#app/config/env.server.ts';
import { startOidcSignIn } from '#app/domain/auth/oidc-requests.server.ts';
import { finishOidcSignIn, type OidcSignIn } from '#app/domain/auth/sign-in-with-oidc.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { UserActor } from '#app/policy/actor.ts';
import { LinkedIdentityEntity } from '#db/entities/linked-identity.ts';
import { SessionEntity } from '#db/entities/session.ts';
import { openOrm, type Orm } from '#db/orm.server.ts';
import { createTestClock, type TestClock } from '#tests/support/clock.ts';
import { makeCtx } from '#tests/support/ctx.server.ts';
import { useDatabase } from '#tests/support/database.server.ts';
import { type ForgingProvider, inSeconds, startForgingProvider } from '#tests/support/forging-provider.ts';

type Started = NonNullable<Awaited<ReturnType<typeof startOidcSignIn>>>;

/** Claims of the next ID token. By default, the person has just proved who they are. */
export type Claims = Readonly<Record<string, unknown>>;

export interface OidcScene {
  readonly servers: readonly [Orm, Orm];
  readonly clock: TestClock;
  readonly provider: ForgingProvider;
  /** What both servers have logged in this test. */
  readonly logged: readonly object[];
  /** A request to the first or second server. */
  request(actor?: UserActor, server?: 0 | 1, settings?: Partial<Settings>): Ctx;
  start(options?: { readonly isAgain?: boolean; readonly server?: 0 | 1 }): Promise<Started>;
  /** Brings back what the provider responds, by default in the same browser. */
  finish(
    started: Started,
    options?: {
      readonly server?: 0 | 1;
      readonly request?: Started['request'] | null;
      readonly parameters?: URLSearchParams;
    },
  ): Promise<OidcSignIn>;
  /** Signs in with an ID token that has these claims. */
  signIn(claims?: Claims, options?: { readonly isAgain?: boolean }): Promise<OidcSignIn>;
  counts(): Promise<{ readonly sessions: number; readonly identities: number }>;
}

export const CLIENT = { clientAddress: '192.0.2.7', userAgent: 'tests', browserSecret: 'a browser' };

/** Two servers with one database, and a provider that issues any ID token. The database is new in each test. */
export function useOidcScene(): OidcScene {
  const database = useDatabase('each test');
  let provider: ForgingProvider;
  let servers: readonly [Orm, Orm];
  let clock = createTestClock();
  let logged: object[] = [];

  beforeAll(async () => {
    provider = await startForgingProvider();
  });
  afterAll(() => provider.stop());
  beforeEach(async () => {
    servers = [await database.openOrm(), await openOrm(database.url)];
    clock = createTestClock();
    logged = [];
    provider.reset();
  });
  afterEach(() => servers[1].close(true));

  const request: OidcScene['request'] = (actor, server = 0, settings = {}) => ({
    ...makeCtx({
      ...{ orm: servers[server], now: clock.now, channel: 'BROWSER' },
      ...{ settings: { oidc: provider.settings, ...settings } },
      ...(actor === undefined ? {} : { actor }),
    }),
    log: pino({ level: 'info' }, { write: (line) => logged.push(JSON.parse(line) as object) }),
  });
  const start: OidcScene['start'] = async ({ isAgain = false, server = 0 } = {}) => {
    const started = await startOidcSignIn(request(undefined, server), { ...CLIENT, isAgain });
    if (started === null) throw new Error('The provider is unavailable.');
    return started;
  };
  const finish: OidcScene['finish'] = (started, options = {}) =>
    finishOidcSignIn(request(undefined, options.server), CLIENT, {
      request: options.request === undefined ? started.request : options.request,
      parameters: options.parameters ?? provider.respond(started.url),
    });
  return {
    get servers() {
      return servers;
    },
    get clock() {
      return clock;
    },
    get provider() {
      return provider;
    },
    get logged() {
      return logged;
    },
    request,
    start,
    finish,
    signIn: async (claims = {}, options = {}) => {
      const started = await start(options);
      provider.forge({ claims: { auth_time: inSeconds(clock.now()), ...claims } });
      return finish(started);
    },
    counts: async () => {
      const em = servers[0].em.fork();
      return { sessions: await em.count(SessionEntity), identities: await em.count(LinkedIdentityEntity) };
    },
  };
}

/** Returns the secret of the session that was started. */
export function sessionOf(signedIn: OidcSignIn): string {
  if (!signedIn.isSignedIn) throw new Error(`Not signed in: ${signedIn.problem}`);
  return signedIn.sessionSecret;
}
