import { useSyncExternalStore } from 'react';
import { useDraftStore } from '#app/components/designate/draft-context.ts';

/** The version that a form's save must still find, as the saves in between have moved it on; `loaded` until scripts are at work. */
export function ExpectedVersionInput({ loaded }: { loaded: number | null }) {
  const { store } = useDraftStore();
  const version = useSyncExternalStore(
    store.subscribe,
    () => store.get()?.version ?? loaded,
    () => loaded,
  );
  return <input type="hidden" name="version" value={version ?? ''} />;
}
