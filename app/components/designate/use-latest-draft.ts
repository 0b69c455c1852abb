import { useSyncExternalStore } from 'react';
import { useDraftStore } from '#app/components/designate/draft-context.ts';
import type { WorkingDraft } from '#app/components/designate/use-working-copy.ts';
import type { Draft } from '#app/lib/draft.ts';

/** What the step works on as it was loaded or saved last, for a step in which nothing is typed. */
export function useLatestDraft({ draft, isLive }: WorkingDraft): Draft {
  const { store } = useDraftStore();
  const latest = useSyncExternalStore(store.subscribe, store.get, () => null);
  return isLive && latest !== null && latest.id === draft.id ? latest : draft;
}
