import type { EditingSession } from '#app/components/designate/editing-session-types.ts';
import { QUIET_VIEW } from '#app/components/designate/editing-session-view.ts';
import { holdEarlySubmits, holdLogout } from '#app/components/designate/hold-presses.ts';
import type { DraftServices } from '#app/components/designate/draft-context.ts';
import type { ShownCopy } from '#app/components/designate/working-copy.ts';
import { draftOfDesignation } from '#app/lib/draft.ts';
import type { DraftStore } from '#app/lib/draft-store.ts';

const nothing = () => undefined;
const unsubscribed = () => nothing;
const settled = () => Promise.resolve(true);

const NO_STORE: DraftStore = {
  isOpen: () => false,
  open: () => Promise.resolve(),
  subscribe: unsubscribed,
  get: () => null,
  set: () => false,
  edit: () => false,
  rearrange: nothing,
  sending: () => null,
  saved: nothing,
  clear: nothing,
  onRemovedElsewhere: nothing,
};

const NO_SESSION: EditingSession = {
  subscribe: unsubscribed,
  view: () => QUIET_VIEW,
  attach: unsubscribed,
  markDirty: nothing,
  readForms: nothing,
  addForm: unsubscribed,
  writeForms: () => false,
  flush: settled,
  flushOrWait: settled,
  isSettled: () => true,
  isAttached: () => true,
  isEdited: () => false,
  hold: nothing,
  release: nothing,
  reconcile: nothing,
  cannotMerge: nothing,
  retry: nothing,
  announce: nothing,
  leavePage: () => Promise.resolve(),
};

/** What the server renders with, and a page until its own tools have arrived: there is no draft, and nothing is saved. */
export function noopDraftServices(userId: string): DraftServices {
  return {
    userId,
    store: NO_STORE,
    session: NO_SESSION,
    openWorkingCopy: (stored) => {
      const shown: ShownCopy = {
        draft: draftOfDesignation(userId, stored),
        question: null,
        round: 0,
        isAnew: false,
        past: undefined,
        takenOver: null,
      };
      return {
        subscribe: unsubscribed,
        shown: () => shown,
        meet: () => true,
        loadLatest: nothing,
        keepMine: nothing,
        startAnew: nothing,
      };
    },
    watchLeaving: holdLogout,
    holdSubmits: holdEarlySubmits,
    SaveLine: null,
  };
}
