import { useEffect, useSyncExternalStore } from 'react';
import { useDraftStore } from '#app/components/domain/designate/draft-context.ts';

/**
 * Whether the browser's draft can be asked. False on the server and while the page comes to life, so that both render the same;
 * true from the first render on when steps follow one another in the browser.
 */
export function useDraftOpen(): boolean {
  const { store } = useDraftStore();
  useEffect(() => void store.open(), [store]);
  return useSyncExternalStore(store.subscribe, store.isOpen, () => false);
}
