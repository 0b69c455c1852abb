import { setCurrentDesk } from '#app/components/domain/designate/current-desk.ts';
import { openDesk } from '#app/components/domain/designate/desk.ts';
import type { DraftTools } from '#app/components/domain/designate/draft-context.ts';
import { holdSubmits } from '#app/components/domain/designate/hold-submits.ts';
import { SaveLine } from '#app/components/domain/designate/save-line.tsx';
import { logoutQuestion } from '#app/components/domain/designate/logout-question.ts';
import { watchLeaving } from '#app/components/domain/designate/watch-leaving.ts';
import { openWorkingCopy } from '#app/components/domain/designate/working-copy.ts';
import { browserTab } from '#app/lib/browser-tab.ts';
import { browserStorage } from '#app/lib/draft-keys.ts';
import { openDraftStore } from '#app/lib/draft-store.ts';

/** Everything that only a living page needs of drafts and their saving: it comes after the page, not with it. */
const toolsByUser = new Map<string, DraftTools>();

/** The tools of a user in this tab: one store, one desk. */
export function draftToolsOf(userId: string): DraftTools {
  const known = toolsByUser.get(userId);
  if (known !== undefined) return known;
  const tab = browserTab();
  const store = openDraftStore(userId, browserStorage(), tab);
  const desk = openDesk(userId, store, tab);
  const tools: DraftTools = {
    userId,
    store,
    desk,
    openWorkingCopy: (stored) => openWorkingCopy({ userId, store, desk }, stored),
    watchLeaving: (confirm) =>
      watchLeaving(desk, async () => {
        const question = logoutQuestion(userId);
        return question === null || confirm(question);
      }),
    holdSubmits: (form) => holdSubmits(desk, form),
    SaveLine,
  };
  toolsByUser.set(userId, tools);
  setCurrentDesk(desk);
  return tools;
}
