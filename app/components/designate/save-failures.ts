import type { SaveFailure } from '#app/components/designate/editing-session-view.ts';
import { isRecord } from '#app/lib/records.ts';

/** The stored version was found to be another before anything was sent: what the server says with the same status. */
export class Overtaken extends Error {
  readonly status = 412;
}

/** What a failed save means for the person: an answer of the server carries its status, anything else never reached it. */
export function failureOf(error: unknown): SaveFailure {
  const status = statusOf(error);
  if (status === null || status === 429 || status >= 500) {
    return { reason: navigator.onLine ? 'away' : 'offline' };
  }
  if (status === 401) return { reason: 'signedOut' };
  if (status === 412) return { reason: 'stale' };
  return { reason: 'refused', message: error instanceof Error ? error.message : '' };
}

/** Whether trying again later makes sense: the server comes back, and people sign in again. */
export function mayPass(error: unknown): boolean {
  return ['offline', 'away', 'signedOut'].includes(failureOf(error).reason);
}

function statusOf(error: unknown): number | null {
  return isRecord(error) && typeof error['status'] === 'number' ? error['status'] : null;
}
