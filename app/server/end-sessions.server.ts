import { SAVE_REFUSED } from '#app/lib/messages/refusal-prefixes.ts';
import { endAllSessions } from '#app/domain/auth/list-sessions.server.ts';
import type { Flash } from '#app/schemas/flash.ts';
import { redirectWithFlash } from './flash.server.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { refusalMessage } from './web-route.server.ts';

type Said = Omit<Flash, 'id'>;

/** Ends a user's sessions (see `endAllSessions`) and redirects to `to` with the result as a message. */
export async function signOutEverywhere({ ctx }: SignedInCall, { id, to }: { id: string; to: string }) {
  return redirectWithFlash(to, [await ended()], ctx.settings, { isSamePage: true });

  async function ended(): Promise<Said> {
    try {
      await endAllSessions(ctx, id);
      return { tone: 'success', text: 'Signed out everywhere.' };
    } catch (error) {
      return { tone: 'danger', text: `${SAVE_REFUSED}${refusalMessage(error).message}` };
    }
  }
}
