import type { Response } from 'express';
import type { CookieSettings } from '#app/server/own-cookie.server.ts';
import { HttpError } from '#app/server/http-errors.ts';
import { readSessionSecret } from '#app/server/session-cookie.server.ts';

/** So many requests of one session are answered at once by one server process. */
export const REQUESTS_PER_SESSION = 8;
/** Further ones wait so long for one of those to end. */
export const REQUEST_WAIT_MS = 5_000;

const MESSAGE = 'You have too many requests running at once. Wait a few seconds, then try again.';

/** The requests of one session. */
interface Queue {
  running: number;
  readonly waiting: Set<() => void>;
}

/** Limits what one session can ask for at once, so that nobody keeps the server from everybody else. */
export interface RequestSlots {
  /**
   * Resolves when the request may be answered: at once without a session.
   *
   * @throws HttpError 429 where none of the session's other requests has ended for a while
   */
  take(request: Request, response: Response): Promise<void>;
  /** The rest of this answer only waits for its reader: a download does not count while it is sent. */
  free(response: Response): void;
}

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
    take: async (request, response) => {
      const session = await readSessionSecret(request, settings);
      if (session === null) return;
      const queue = queues.get(session) ?? { running: 0, waiting: new Set() };
      queues.set(session, queue);
      if (queue.running < REQUESTS_PER_SESSION) queue.running += 1;
      else await turnIn(queue, response, waitMs);
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

/** Waits for a slot that another request hands over. */
async function turnIn({ waiting }: Queue, response: Response, waitMs: number): Promise<void> {
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
