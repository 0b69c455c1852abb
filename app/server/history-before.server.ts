import { HISTORY_BEFORE } from '#app/lib/urls/history-address.ts';
import { Uuid } from '#app/schemas/fields.ts';

/** The event before which a page is asked to show its history; null for the newest, and for what is no id. */
export function historyBefore(url: URL): string | null {
  return Uuid.safeParse(url.searchParams.get(HISTORY_BEFORE)).data ?? null;
}
