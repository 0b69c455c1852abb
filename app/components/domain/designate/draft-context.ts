import { createContext, useContext } from 'react';
import type { Desk } from '#app/components/domain/designate/desk-types.ts';
import type { DraftStore } from '#app/lib/draft-store.ts';

/** The signed-in user's draft in this tab, and the desk where it is edited. */
interface DraftPlaceholder {
  readonly userId: string;
  readonly store: DraftStore;
  readonly desk: Desk;
}

export const DraftContext = createContext<DraftPlaceholder | null>(null);

export function useDraftStore(): DraftPlaceholder {
  const draft = useContext(DraftContext);
  if (draft === null) throw new Error('useDraftStore is for the screens under /designate');
  return draft;
}
