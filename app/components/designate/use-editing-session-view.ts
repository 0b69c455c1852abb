import { useSyncExternalStore } from 'react';
import { type EditingSessionView, QUIET_VIEW } from '#app/components/designate/editing-session-view.ts';
import { useDraftStore } from '#app/components/designate/draft-context.ts';

/** How saving stands and who else is here, as it changes; quiet on the server. */
export function useEditingSessionView(): EditingSessionView {
  const { session } = useDraftStore();
  return useSyncExternalStore(session.subscribe, session.view, () => QUIET_VIEW);
}
