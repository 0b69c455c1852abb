import { setCurrentEditingSession } from '#app/components/designate/current-editing-session.ts';
import { createEditingSession } from '#app/components/designate/editing-session.ts';
import type { DraftServices } from '#app/components/designate/draft-context.ts';
import { holdSubmits } from '#app/components/designate/hold-submits.ts';
import { SaveLine } from '#app/components/designate/save-line.tsx';
import { logoutQuestion } from '#app/components/designate/logout-question.ts';
import { watchLeaving } from '#app/components/designate/watch-leaving.ts';
import { openWorkingCopy } from '#app/components/designate/working-copy.ts';
import { browserTab } from '#app/lib/browser-tab.ts';
import { browserStorage } from '#app/lib/draft-keys.ts';
import { openDraftStore } from '#app/lib/draft-store.ts';

/** Everything that only a living page needs of drafts and their saving: it comes after the page, not with it. */
const toolsByUser = new Map<string, DraftServices>();

/** The tools of a user in this tab: one store, one session. */
export function draftServicesOf(userId: string): DraftServices {
  const known = toolsByUser.get(userId);
  if (known !== undefined) return known;
  const tab = browserTab();
  const store = openDraftStore(userId, browserStorage(), tab);
  const session = createEditingSession(userId, store, tab);
  const tools: DraftServices = {
    userId,
    store,
    session,
    openWorkingCopy: (stored) => openWorkingCopy({ userId, store, session }, stored),
    watchLeaving: (confirm) =>
      watchLeaving(session, async () => {
        const question = logoutQuestion(userId);
        return question === null || confirm(question);
      }),
    holdSubmits: (form) => holdSubmits(session, form),
    SaveLine,
  };
  toolsByUser.set(userId, tools);
  setCurrentEditingSession(session);
  return tools;
}
