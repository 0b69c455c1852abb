import type { Request, Response } from 'express';
import { pathnameOfScreen } from './route-matching.server.ts';

/** The most requests that a process runs at once, and the fewest that it allows while it's slow. */
const RUNNING = { most: 112, fewest: 24 };

/**
 * The share of that for each kind. If that many requests are running, another of the kind is refused: downloads and reports
 * first, then pages and lists, other changes, and last signing in and designating (ADR 60).
 */
const SHARES = { download: 0.15, page: 0.35, change: 0.55, login: 0.85, designate: 1 } as const;

export type RequestKind = keyof typeof SHARES;

export const REQUEST_KINDS = Object.keys(SHARES) as RequestKind[];

/** If requests take longer, fewer may run at once, so that those that run are finished in time. */
const SLOW_MS = 2_000;
/** How a request changes the limit: slow ones lower it quickly, others raise it slowly. */
const LOWERED = 0.9;
const RAISED = 1;

/** The first that matches a request's path. */
const KINDS_OF_PATHS: readonly (readonly [RegExp, RequestKind])[] = [
  [/\/(download|copy\.pdf)(\/|$)/i, 'download'],
  [/^\/(api\/)?(audit|statistics)(\/|$)/i, 'download'],
  [/^\/(api\/)?(login|logout|create-account)(\/|$)/i, 'login'],
  // Signing in leads to the dashboard, and every page has the logo and the colors.
  [/^\/(logo|brand\.css)?$/i, 'login'],
  [/^\/designate\//i, 'designate'],
];
const DESIGNATION_CALL = /^\/api\/designations\/[^/]+\/?$/i;

/** Returns what a request is for. Schools also save and submit with a PATCH of their designation. */
export function kindOf({ method, path }: Pick<Request, 'method' | 'path'>): RequestKind {
  const pathname = pathnameOfScreen(path);
  const [, known] = KINDS_OF_PATHS.find(([pattern]) => pattern.test(pathname)) ?? [];
  if (known !== undefined) return known;
  if (method === 'PATCH' && DESIGNATION_CALL.test(pathname)) return 'designate';
  return isReadOnly({ method }) ? 'page' : 'change';
}

export function isReadOnly({ method }: Pick<Request, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Waits for a client that sends or reads slowly. Its request doesn't count as running meanwhile. */
export type AwaitClient = <Result>(client: Promise<Result>) => Promise<Result>;

/** Limits how many requests a process runs at once, so that those it accepts are finished in time. */
interface Admission {
  /** Returns whether the request may run. It then counts until its response is sent, or `leave` is called. */
  enter(kind: RequestKind, response: Response): boolean;
  /** Ends the count early, for a download: those that are being sent have a limit of their own. */
  leave(response: Response): void;
  awaitClientOf(response: Response): AwaitClient;
}

export function createAdmission(): Admission {
  let limit = RUNNING.most;
  /** The requests that count, with when each began and the milliseconds that it ran before that. */
  const entered = new Map<Response, { readonly since: number; readonly ranMs: number }>();

  const begin = (response: Response, ranMs: number) => {
    entered.set(response, { since: performance.now(), ranMs });
  };
  /** Returns how long the request has run; null if it doesn't count. */
  const end = (response: Response): number | null => {
    const one = entered.get(response);
    if (one === undefined) return null;
    entered.delete(response);
    return one.ranMs + performance.now() - one.since;
  };
  const leave = (response: Response) => {
    const ranMs = end(response);
    if (ranMs === null) return;
    const changed = ranMs > SLOW_MS ? limit * LOWERED : limit + RAISED;
    limit = Math.min(RUNNING.most, Math.max(RUNNING.fewest, changed));
  };
  return {
    enter: (kind, response) => {
      if (entered.size >= Math.ceil(limit * SHARES[kind])) return false;
      begin(response, 0);
      response.once('close', () => leave(response));
      return true;
    },
    leave,
    awaitClientOf: (response) => async (client) => {
      const ranMs = end(response);
      if (ranMs === null) return client;
      try {
        return await client;
      } finally {
        if (!response.closed) begin(response, ranMs);
      }
    },
  };
}

const refused = new WeakMap<Response, RequestKind>();

/** Records that the server was too busy for a request, for its log line and the metrics. */
export function setRefusedKind(response: Response, kind: RequestKind): void {
  refused.set(response, kind);
}

export function refusedKindOf(response: Response): RequestKind | undefined {
  return refused.get(response);
}
