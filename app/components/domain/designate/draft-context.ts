import { createContext, useContext } from 'react';
import type { DraftStore } from '#app/lib/draft-store.ts';

/** The signed-in user's draft in this tab. */
interface DraftPlaceholder {
  readonly userId: string;
  readonly store: DraftStore;
}

export const DraftContext = createContext<DraftPlaceholder | null>(null);

export function useDraftStore(): DraftPlaceholder {
  const draft = useContext(DraftContext);
  if (draft === null) throw new Error('useDraftStore is for the screens under /designate');
  return draft;
}
