import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import type { Mailer } from '#app/domain/ctx.server.ts';
import type { Orm } from '#db/orm.server.ts';

/** What a server process holds for its whole life, and what the adapters need of it. */
export interface ApplicationParts {
  readonly settings: Settings;
  readonly orm: Orm;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly now: () => Date;
}

/** What the HTTP server hands to Remix with every request; one object a request, shared by its loaders and action. */
export interface LoadContext {
  readonly application: ApplicationParts;
  /** For the Content-Security-Policy of this answer. */
  readonly nonce: string;
  /** In the log and in the answer to a failure inside. */
  readonly requestId: string;
  /** The caller's address as far as the trusted proxies tell it. */
  readonly clientAddress: string;
}

declare module '@remix-run/node' {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
