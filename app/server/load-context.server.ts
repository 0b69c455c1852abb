import type { Settings } from '#app/config/env.server.ts';
import type { Log } from '#app/config/log.server.ts';
import type { Ctx, Mailer } from '#app/domain/ctx.server.ts';
import type { LinkToConfirm } from './link-questions.ts';
import type { RestCall } from '#app/server/api-endpoint.ts';
import type { ErrorResponse } from './error-responses.ts';
import type { Orm } from '#db/orm.server.ts';
import { currentSettings } from '#app/domain/settings/current-settings.server.ts';
import { findTokenActor } from '#app/domain/auth/find-token-actor.server.ts';
import { findActor } from '#app/domain/auth/find-actor.server.ts';
import { ANONYMOUS } from '#app/policy/actor.ts';
import type { Channel } from '#app/schemas/enums.ts';
import { bearerTokenOf } from './bearer-token.ts';
import { readSessionSecret } from './cookies.server.ts';

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
  /** Whether a form was sent without JavaScript, so that the response is a whole page. */
  readonly isPageOfForm: boolean;
  /** Records who is signed in, for the request's log line. */
  readonly setRequestUser: (userId: string, tokenId?: string) => void;
  /** Renders the error page, for responses without a screen of their own. */
  readonly refusalPage: (refusal: ErrorResponse) => Promise<Response>;
  /** The error for that page. Only set for its own loader. */
  readonly refusal?: ErrorResponse;
  /** Renders the page that asks before a link does more than show a page. */
  readonly questionPage: (link: LinkToConfirm) => Promise<Response>;
  /** The question for that page. Only set for its own loader. */
  readonly linkQuestion?: LinkToConfirm;
  /** Every REST call that this server has; the same array each time. */
  readonly restCalls: () => Promise<readonly RestCall[]>;
}

declare module '@remix-run/node' {
  interface AppLoadContext extends LoadContext {}
  interface Future {
    v3_singleFetch: true;
  }
}

/** One Ctx per request, shared by its loaders and action. */
const contexts = new WeakMap<LoadContext, Promise<Ctx>>();

interface ContextOptions {
  /** Whether an access token in the request replaces its session. */
  readonly acceptsToken?: boolean;
}

/** Returns a request's Ctx: actor, channel, and its own database session. */
export function contextOf(
  request: Request,
  loadContext: LoadContext,
  channel: Channel,
  { acceptsToken = false }: ContextOptions = {},
): Promise<Ctx> {
  let ctx = contexts.get(loadContext);
  if (ctx === undefined) {
    const bearer = acceptsToken ? bearerTokenOf(request.headers.get('Authorization')) : null;
    ctx =
      bearer === null
        ? openContext(request, loadContext, channel)
        : openTokenContext(request, loadContext, bearer);
    contexts.set(loadContext, ctx);
  }
  return ctx;
}

/** A request with an access token ignores any cookie. */
async function openTokenContext(request: Request, loadContext: LoadContext, bearer: string): Promise<Ctx> {
  const { application, clientAddress } = loadContext;
  const em = application.orm.em.fork();
  const ctx: Ctx = {
    em,
    actor: ANONYMOUS,
    channel: 'REST',
    now: application.now,
    mailer: application.mailer,
    settings: application.settings,
    log: application.log.child({ requestId: loadContext.requestId }),
    headOnly: request.method === 'HEAD',
  };
  const { actor, settingsVersion } = await findTokenActor(ctx, bearer, clientAddress);
  if (actor.kind === 'user') loadContext.setRequestUser(actor.id, actor.token?.id);
  return { ...ctx, actor, settings: await currentSettings(em, application.settings, settingsVersion) };
}

async function openContext(request: Request, loadContext: LoadContext, channel: Channel): Promise<Ctx> {
  const { application } = loadContext;
  const em = application.orm.em.fork();
  const secret = await readSessionSecret(request, application.settings);
  const { actor, settingsVersion } =
    secret === null
      ? { actor: ANONYMOUS, settingsVersion: null }
      : await findActor(em, secret, { now: application.now(), settings: application.settings });
  if (actor.kind === 'user') loadContext.setRequestUser(actor.id);
  return {
    em,
    actor,
    channel,
    now: application.now,
    mailer: application.mailer,
    settings: await currentSettings(em, application.settings, settingsVersion),
    log: application.log.child({ requestId: loadContext.requestId }),
    headOnly: request.method === 'HEAD',
  };
}
