import type { Desk } from '#app/components/domain/designate/desk-types.ts';
import { QUIET_VIEW } from '#app/components/domain/designate/desk-view.ts';
import { holdEarlySubmits, holdLogout } from '#app/components/domain/designate/hold-presses.ts';
import type { DraftTools } from '#app/components/domain/designate/draft-context.ts';
import type { ShownCopy } from '#app/components/domain/designate/working-copy.ts';
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

const NO_DESK: Desk = {
  subscribe: unsubscribed,
  view: () => QUIET_VIEW,
  sit: unsubscribed,
  touch: nothing,
  readForms: nothing,
  addForm: unsubscribed,
  writeForms: () => false,
  flush: settled,
  settle: settled,
  isSettled: () => true,
  isSeated: () => true,
  isEdited: () => false,
  hold: nothing,
  release: nothing,
  meet: nothing,
  cannotMerge: nothing,
  retry: nothing,
  announce: nothing,
  leavePage: () => Promise.resolve(),
};

/** What the server renders with, and a page until its own tools have arrived: there is no draft, and nothing is saved. */
export function restingToolsOf(userId: string): DraftTools {
  return {
    userId,
    store: NO_STORE,
    desk: NO_DESK,
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
