import { browserTab, openPresence } from '#app/components/designate/draft/presence.ts';
import { announceReviewer } from '#app/components/designations/designation-client.ts';
import { reviewingPath } from '#app/lib/urls/editing-path.ts';
import type { ReviewersResponse } from '#app/schemas/designation-editing.ts';

/**
 * Announces repeatedly that the user reviews a designation in this tab, and reports its state and who else reviews it.
 * Returns a cleanup function, which reports that the user is no longer reviewing it.
 */
export function watchReviewers(
  { designationId, userId }: { readonly designationId: string; readonly userId: string },
  onState: (state: ReviewersResponse) => void,
): () => void {
  const tab = browserTab();
  const path = reviewingPath(designationId);
  let isLeft = false;
  const presence = openPresence({
    tabId: () => tab.id,
    ask: async () => {
      await tab.claim();
      return announceReviewer(designationId, { tabId: tab.id, userId });
    },
    onServerState: (state: ReviewersResponse) => {
      if (!isLeft) onState(state);
    },
    onClosed: () => undefined,
  });
  const onHide = () => void presence.leave(path);
  const onShow = () => {
    if (!presence.isBegun()) presence.begin();
  };
  const onVisible = () => {
    if (document.visibilityState === 'visible' && presence.isBegun()) presence.announce();
  };
  window.addEventListener('pagehide', onHide);
  window.addEventListener('pageshow', onShow);
  document.addEventListener('visibilitychange', onVisible);
  presence.begin();
  return () => {
    isLeft = true;
    window.removeEventListener('pagehide', onHide);
    window.removeEventListener('pageshow', onShow);
    document.removeEventListener('visibilitychange', onVisible);
    void presence.leave(path);
  };
}
