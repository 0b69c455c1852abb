import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import type { Mailer } from '#app/domain/ctx.server.ts';
import type { AskedLink } from './ask-first.ts';
import type { ErrorAnswer } from './error-responses.ts';
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
  /** Whether a browser without scripts sent a form: the answer is the whole page. */
  readonly isPageOfForm: boolean;
  /** Is told who is signed in, once that is known, for the request's line in the log. */
  readonly noteUser: (userId: string) => void;
  /** Makes the page that tells of a refusal, for answers that have no screen of their own. */
  readonly refusalPage: (refusal: ErrorAnswer) => Promise<Response>;
  /** What that page is to tell of; only its own loader is given it. */
  readonly refusal?: ErrorAnswer;
  /** Makes the page that asks before a link does more than show a page. */
  readonly questionPage: (link: AskedLink) => Promise<Response>;
  /** What that page is to ask; only its own loader is given it. */
  readonly linkQuestion?: AskedLink;
}

declare module '@remix-run/node' {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
