import { type ReactNode, useEffect, useMemo, useState } from 'react';
import {
  DraftContext,
  type DraftServices,
  isOwnCheck,
  LOADING_TIMEOUT_MS,
  logoutLinkOf,
  sendAgain,
} from '#app/components/designate/draft/draft-context.tsx';
import type * as draftServices from '#app/components/designate/draft/draft-services.ts';
import type { DraftStore } from '#app/components/designate/draft/draft-store.ts';
import { IDLE_VIEW, draftOfDesignation } from '#app/components/designate/draft/draft.ts';
import type { EditingSession } from '#app/components/designate/draft/editing-session.ts';
import type { ShownCopy } from '#app/components/designate/draft/working-copy.ts';
import { useConfirm } from '#app/components/ui/confirm.tsx';

/** Loaded once per tab. */
let fetched: typeof draftServices | undefined;

/** Provides the signed-in user's draft in this tab, and saves it before the user leaves the page or logs out. */
export function DraftProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const services = useFetchedServices(userId);
  const { store, watchLeaving } = services;
  const [confirm, dialog] = useConfirm();
  useEffect(() => watchLeaving(confirm), [confirm, watchLeaving]);

  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      if (event.newValue === null) store.onRemovedElsewhere(event.key);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [store]);

  return (
    <DraftContext.Provider value={services}>
      {children}
      {dialog}
    </DraftContext.Provider>
  );
}

/** Returns the user's draft services; no-op services on the server and until the real ones have loaded. */
function useFetchedServices(userId: string): DraftServices {
  const [module, setModule] = useState(() => (typeof window === 'undefined' ? undefined : fetched));
  useEffect(() => {
    if (module !== undefined) return;
    void import('#app/components/designate/draft/draft-services.ts').then((arrived) => {
      fetched = arrived;
      setModule(arrived);
    });
  }, [module]);
  return useMemo(
    () => (module === undefined ? noopDraftServices(userId) : module.draftServicesOf(userId)),
    [module, userId],
  );
}

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
  alreadyStored: nothing,
  clear: nothing,
  onRemovedElsewhere: nothing,
};

const NO_SESSION: EditingSession = {
  subscribe: unsubscribed,
  view: () => IDLE_VIEW,
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

/** Services for server rendering and until the real ones have loaded: no draft, nothing is saved. */
function noopDraftServices(userId: string): DraftServices {
  return {
    userId,
    store: NO_STORE,
    session: NO_SESSION,
    openWorkingCopy: (stored) => {
      const shown: ShownCopy = {
        draft: draftOfDesignation(userId, stored),
        question: null,
        round: 0,
        isRestarted: false,
        past: undefined,
        incoming: null,
      };
      return {
        subscribe: unsubscribed,
        shown: () => shown,
        reconcile: () => true,
        loadLatest: nothing,
        keepMine: nothing,
        restart: nothing,
      };
    },
    watchLeaving: holdLogout,
    holdSubmits: holdEarlySubmits,
    SaveLine: null,
  };
}

/**
 * Delays the menu's logout until the draft services have loaded, because edits would be lost. Returns a cleanup
 * function that also follows a clicked link.
 */
function holdLogout(): () => void {
  let clicked: HTMLAnchorElement | undefined;
  let timer: number | undefined;
  const hold = (event: MouseEvent) => {
    const link = logoutLinkOf(event);
    if (link === null) return;
    event.preventDefault();
    clicked = link;
    timer ??= window.setTimeout(() => window.location.assign(link.href), LOADING_TIMEOUT_MS);
  };
  document.addEventListener('click', hold, { capture: true });
  return () => {
    document.removeEventListener('click', hold, { capture: true });
    window.clearTimeout(timer);
    // By then, the real handler is attached.
    if (clicked !== undefined) window.setTimeout(() => clicked?.click());
  };
}

/**
 * Delays submits in the same way, because they would be based on the version the page was loaded with. Returns a
 * cleanup function that also submits the form if that was requested.
 */
function holdEarlySubmits(form: HTMLFormElement): () => void {
  const { pathname } = window.location;
  let pending: SubmitEvent | undefined;
  let timer: number | undefined;
  const send = () => {
    // Not if the user has left the step in the meantime.
    if (pending !== undefined && window.location.pathname === pathname) sendAgain(form, pending);
  };
  const end = () => {
    form.removeEventListener('submit', hold, { capture: true });
    window.clearTimeout(timer);
  };
  const hold = (event: SubmitEvent) => {
    if (isOwnCheck(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pending = event;
    timer ??= window.setTimeout(() => {
      end();
      send();
    }, LOADING_TIMEOUT_MS);
  };
  form.addEventListener('submit', hold, { capture: true });
  return () => {
    end();
    window.setTimeout(send);
  };
}
