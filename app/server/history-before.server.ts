import { HISTORY_BEFORE } from '#app/lib/urls/history-address.ts';
import { Uuid } from '#app/schemas/fields.ts';

/** The event that the history page ends before; null for the newest page or an invalid ID. */
export function historyBefore(url: URL): string | null {
  return Uuid.safeParse(url.searchParams.get(HISTORY_BEFORE)).data ?? null;
}
