import { useSyncExternalStore } from 'react';
import { type DeskView, QUIET_VIEW } from '#app/components/domain/designate/desk-view.ts';
import { useDraftStore } from '#app/components/domain/designate/draft-context.ts';

/** How saving stands and who else is here, as it changes; quiet on the server. */
export function useDeskView(): DeskView {
  const { desk } = useDraftStore();
  return useSyncExternalStore(desk.subscribe, desk.view, () => QUIET_VIEW);
}
