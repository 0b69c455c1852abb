import { useEffect, useSyncExternalStore } from 'react';
import { useDraftStore } from '#app/components/designate/draft-context.ts';

/**
 * Whether the browser's draft can be asked. False on the server and while the page comes to life, so that both render the same;
 * true from the first render on when steps follow one another in the browser. A draft that a closed tab left is looked for among
 * those of this school, if one is named.
 */
export function useDraftOpen(highSchoolId: string | null): boolean {
  const { store } = useDraftStore();
  useEffect(() => void store.open(highSchoolId), [highSchoolId, store]);
  return useSyncExternalStore(store.subscribe, store.isOpen, () => false);
}
