import type { Response } from 'express';
import { bearerTokenOf } from '#app/server/bearer-token.ts';
import { type CookieSettings, readSessionSecret } from '#app/server/cookies.server.ts';
import { HttpError } from '#app/server/http-errors.ts';

/** Maximum number of requests of a session or access token that a server process runs at the same time. */
export const REQUESTS_PER_SESSION = 8;
/** How long further requests wait for a slot. */
export const REQUEST_WAIT_MS = 5_000;

const MESSAGE = 'You have too many requests running at once. Wait a few seconds, then try again.';

interface Queue {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Limits the parallel requests of one session or access token, so that no user can block the server for others. */
export interface RequestSlots {
  /**
   * Resolves immediately without a session or access token. Screens ignore tokens, so they don't count as their own there.
   * @throws {HttpError} 429 when no slot is free in time
   */
  take(request: Request, response: Response, options: { readonly isRest: boolean }): Promise<void>;
  /** Frees the slot early: a download that is only waiting for its client doesn't count. */
  free(response: Response): void;
}

/** Limits how many requests of one session run at once. The others wait, at most `waitMs`. */
export function createRequestSlots(settings: CookieSettings, waitMs = REQUEST_WAIT_MS): RequestSlots {
  const queues = new Map<string, Queue>();
  const frees = new WeakMap<Response, () => void>();

  const free = (response: Response) => {
    frees.get(response)?.();
    frees.delete(response);
  };
  const leave = (session: string, queue: Queue) => {
    const [next] = queue.waiting;
    if (next !== undefined) {
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) queues.delete(session);
  };

  return {
    take: async (request, response, { isRest }) => {
      const token = isRest ? bearerTokenOf(request.headers.get('Authorization')) : null;
      const session = token ?? (await readSessionSecret(request, settings));
      if (session === null) return;
      const queue = queues.get(session) ?? { running: 0, waiting: new Set() };
      queues.set(session, queue);
      if (queue.running < REQUESTS_PER_SESSION) queue.running += 1;
      else await waitForSlot(queue, response, waitMs);
      if (response.destroyed) {
        leave(session, queue);
        return;
      }
      frees.set(response, () => leave(session, queue));
      response.once('close', () => free(response));
    },
    free,
  };
}

/** Waits until another request passes on its slot. */
async function waitForSlot({ waiting }: Queue, response: Response, waitMs: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const take = () => {
      end();
      resolve();
    };
    const giveUp = () => {
      end();
      waiting.delete(take);
      reject(new HttpError(429, MESSAGE, { 'Retry-After': String(Math.ceil(waitMs / 1000)) }));
    };
    const timer = setTimeout(giveUp, waitMs);
    const end = () => {
      clearTimeout(timer);
      response.off('close', giveUp);
    };
    response.once('close', giveUp);
    waiting.add(take);
  });
}
