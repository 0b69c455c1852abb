import { findActor } from '#app/domain/auth/find-actor.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { ANONYMOUS } from '#app/policy/actor.ts';
import type { Channel } from '#app/schemas/enums.ts';
import type { LoadContext } from './load-context.server.ts';
import { readSessionSecret } from './session-cookie.server.ts';

/** One Ctx per request, shared by its loaders and action. */
const contexts = new WeakMap<LoadContext, Promise<Ctx>>();

/** The Ctx of a request: actor, channel, and a database session of its own. */
export function contextOf(request: Request, loadContext: LoadContext, channel: Channel): Promise<Ctx> {
  let ctx = contexts.get(loadContext);
  if (ctx === undefined) {
    ctx = openContext(request, loadContext, channel);
    contexts.set(loadContext, ctx);
  }
  return ctx;
}

async function openContext(request: Request, loadContext: LoadContext, channel: Channel): Promise<Ctx> {
  const { application } = loadContext;
  const em = application.orm.em.fork();
  const secret = await readSessionSecret(request, application.settings);
  const actor = secret === null ? ANONYMOUS : await findActor(em, secret, application.now());
  if (actor.kind === 'user') loadContext.noteUser(actor.id);
  return {
    em,
    actor,
    channel,
    now: application.now,
    mailer: application.mailer,
    settings: application.settings,
    log: application.log.child({ requestId: loadContext.requestId }),
    headOnly: request.method === 'HEAD',
  };
}
