import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { ResponseMismatch, ApiError, failureText, readResponse } from '#app/lib/browser/api-response.ts';
import {
  countsDiffer,
  isInProgress,
  progressOf,
  type ProgressSample,
  rateOf,
} from '#app/messages/delivery-progress.ts';
import type { DeliveryUpdate, DeliveryState, ShownRecipients } from '#app/schemas/delivery-screens.ts';
import type { DeliveryCounts } from '#app/schemas/email.ts';
import { OPEN_EMAIL_STATES } from '#app/schemas/enums.ts';

const POLL_MS = 2_000;
/** With one sample every two seconds, the rate covers the last 30 seconds. */
const SAMPLES_MAX = 15;

interface Loaded {
  readonly delivery: DeliveryState;
  readonly rows: ShownRecipients;
  readonly search: string;
  /** Whether the list is filtered by state. If so, any email of the delivery may enter or leave the list. */
  readonly isByState: boolean;
}

interface Live {
  readonly delivery: DeliveryState;
  readonly rows: ShownRecipients;
  /** Emails per second; null if not known yet. */
  readonly rate: number | null;
}

interface LiveState extends Live {
  /** The loader data at the time of the request. Loader data that differs from it is newer. */
  readonly after: DeliveryState;
  /** The delivery's counts when the rows were read. */
  readonly rowsAsOf: DeliveryCounts;
}

/**
 * Polls a delivery every two seconds while it can send and the page is visible. Reloads the rows that may have changed,
 * or the page if the delivery has changed otherwise. `problem` is why the last response failed.
 */
export function useLiveDelivery(loaded: Loaded): Live & { readonly problem: string | null } {
  const { delivery } = loaded;
  const { revalidate } = useRevalidator();
  const [latest, setLatest] = useState<LiveState>();
  const [problem, setProblem] = useState<string | null>(null);
  const isNewest = latest?.after === delivery;
  const live: LiveState = isNewest
    ? latest
    : { ...loaded, rate: latest?.rate ?? null, after: delivery, rowsAsOf: delivery.counts };
  const shown = useRef({ loaded, live });
  useEffect(() => {
    shown.current = { loaded, live };
  });

  const { id, status } = live.delivery;
  const isWatched = isInProgress(live.delivery);
  useEffect(() => {
    if (!isWatched) return;
    const leaving = new AbortController();
    const samples: ProgressSample[] = [];
    const ask = async () => {
      if (document.hidden) return;
      const requested = shown.current;
      const response = await fetchCurrent(id, requested, leaving.signal);
      if (leaving.signal.aborted) return;
      setProblem(typeof response === 'string' ? response : null);
      if (response === null || typeof response === 'string') return;
      const { delivery: now, rows } = response;
      samples.push({ at: performance.now(), done: progressOf(now.counts).done });
      if (samples.length > SAMPLES_MAX) samples.shift();
      setLatest({
        delivery: now,
        rows: rows ?? requested.live.rows,
        rowsAsOf: rows === null ? requested.live.rowsAsOf : now.counts,
        rate: rateOf(samples),
        after: requested.loaded.delivery,
      });
      if (now.version !== requested.loaded.delivery.version || now.status !== status) revalidate();
    };
    const timer = window.setInterval(() => void ask(), POLL_MS);
    return () => {
      leaving.abort();
      window.clearInterval(timer);
    };
  }, [id, isWatched, revalidate, status]);

  return { ...live, problem };
}

interface Shown {
  readonly loaded: Loaded;
  readonly live: LiveState;
}

/**
 * Fetches the delivery and the displayed recipients that may have changed. Returns null if the server is
 * unreachable, and a message for any other error or an invalid response.
 */
async function fetchCurrent(
  id: string,
  shown: Shown,
  signal: AbortSignal,
): Promise<DeliveryUpdate | string | null> {
  try {
    const update = await fetchUpdate(id, '', signal);
    if (!areOutdated(shown, update.delivery.counts)) return update;
    const rows = new URLSearchParams(shown.loaded.search);
    rows.set('rows', 'true');
    return await fetchUpdate(id, `?${rows.toString()}`, signal);
  } catch (error) {
    const isUnreachable =
      error instanceof ApiError ? error.status >= 500 : !(error instanceof ResponseMismatch);
    return isUnreachable ? null : failureText(error);
  }
}

async function fetchUpdate(id: string, query: string, signal: AbortSignal): Promise<DeliveryUpdate> {
  const response = await fetch(`/emails/deliveries/${id}/progress${query}`, {
    headers: { Accept: 'application/json' },
    signal,
  });
  const { DeliveryUpdateSchema } = await import('#app/schemas/delivery-screens.ts');
  return readResponse(response, DeliveryUpdateSchema);
}

function areOutdated(
  { loaded: { isByState }, live: { rows, rowsAsOf } }: Shown,
  counts: DeliveryCounts,
): boolean {
  const mayChange = isByState || rows.recipients.some(({ state }) => OPEN_EMAIL_STATES.includes(state));
  return mayChange && countsDiffer(rowsAsOf, counts);
}
