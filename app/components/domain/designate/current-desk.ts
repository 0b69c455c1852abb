import { openDesk } from '#app/components/domain/designate/desk.ts';
import type { Desk } from '#app/components/domain/designate/desk-types.ts';
import { browserTab } from '#app/lib/browser-tab.ts';
import { draftStoreOf } from '#app/lib/draft-store.ts';

let current: { readonly userId: string; readonly desk: Desk } | null = null;

/** The one desk of a user in this tab; on the server always a new one, where nobody sits. */
export function deskOf(userId: string): Desk {
  if (typeof window === 'undefined') return openDesk(userId, draftStoreOf(userId), browserTab());
  if (current?.userId !== userId) {
    current = { userId, desk: openDesk(userId, draftStoreOf(userId), browserTab()) };
  }
  return current.desk;
}

/** The desk of this tab, if any step was ever opened in it; for what runs outside of React. */
export function currentDesk(): Desk | null {
  return current?.desk ?? null;
}
