import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import type { Mailer } from '#app/domain/ctx.server.ts';
import type { AskedLink } from './ask-first.ts';
import type { ErrorAnswer } from './error-responses.ts';
import type { Orm } from '#db/orm.server.ts';

/** The parts of the application that adapters need. */
export interface ApplicationParts {
  readonly settings: Settings;
  readonly orm: Orm;
  readonly log: Log;
  readonly mailer: Mailer;
  readonly now: () => Date;
}

/** What the HTTP server passes to Remix: one object per request, shared by its loaders and action. */
export interface LoadContext {
  readonly application: ApplicationParts;
  readonly nonce: string;
  /** Also in the log and in responses to internal errors. */
  readonly requestId: string;
  /** The client's address according to the trusted proxies. */
  readonly clientAddress: string;
  /** Whether a browser without scripts sent a form, so that the response is a whole page. */
  readonly isPageOfForm: boolean;
  /** Records who is signed in, for the request's log line. */
  readonly noteUser: (userId: string) => void;
  /** Renders the error page, for responses without a screen of their own. */
  readonly refusalPage: (refusal: ErrorAnswer) => Promise<Response>;
  /** The error for that page. Only set for its own loader. */
  readonly refusal?: ErrorAnswer;
  /** Renders the page that asks before a link does more than show a page. */
  readonly questionPage: (link: AskedLink) => Promise<Response>;
  /** The question for that page. Only set for its own loader. */
  readonly linkQuestion?: AskedLink;
}

declare module '@remix-run/node' {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true;
  }
}
