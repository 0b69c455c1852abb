import { isRecord } from '#app/lib/records.ts';
import type { DeliveryNews, DeliveryStanding, ShownRecipients } from '#app/schemas/delivery-screens.ts';

const COUNTS = ['queued', 'sending', 'sent', 'deferred', 'failed', 'bounced', 'cancelled'] as const;

/**
 * How a delivery stands now; null where that cannot be told, to be asked again.
 *
 * @param rowsOf the query of the page's address, where its recipients are wanted, too
 */
export async function fetchNews(
  id: string,
  rowsOf: string | null,
  signal: AbortSignal,
): Promise<DeliveryNews | null> {
  const rows = new URLSearchParams(rowsOf ?? '');
  rows.set('rows', 'true');
  const query = rowsOf === null ? '' : `?${rows.toString()}`;
  try {
    const response = await fetch(`/emails/deliveries/${id}/progress${query}`, {
      headers: { Accept: 'application/json' },
      signal,
    });
    const answer: unknown = response.ok ? await response.json() : null;
    return isNews(answer) ? answer : null;
  } catch {
    return null;
  }
}

function isNews(answer: unknown): answer is DeliveryNews {
  return (
    isRecord(answer) && isProgress(answer['delivery']) && (answer['rows'] === null || isRows(answer['rows']))
  );
}

function isProgress(delivery: unknown): delivery is DeliveryStanding {
  if (!isRecord(delivery) || typeof delivery['status'] !== 'string') return false;
  const { counts } = delivery;
  return isRecord(counts) && COUNTS.every((name) => typeof counts[name] === 'number');
}

function isRows(rows: unknown): rows is ShownRecipients {
  return isRecord(rows) && Array.isArray(rows['recipients']) && Array.isArray(rows['bounced']);
}
