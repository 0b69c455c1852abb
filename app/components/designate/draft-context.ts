import { type ComponentType, createContext, useContext } from 'react';
import type { EditingSession } from '#app/components/designate/editing-session-types.ts';
import type { SaveLineProps } from '#app/components/designate/save-line.tsx';
import type { WorkingCopyOfStep } from '#app/components/designate/working-copy.ts';
import type { Question } from '#app/components/ui/confirm.tsx';
import type { StoredDesignation } from '#app/lib/draft.ts';
import type { DraftStore } from '#app/lib/draft-store.ts';

/** The signed-in user's draft in this tab, the session where it is edited, and what works on both. */
export interface DraftServices {
  readonly userId: string;
  readonly store: DraftStore;
  readonly session: EditingSession;
  /** What a step works on. */
  openWorkingCopy(stored: StoredDesignation): WorkingCopyOfStep;
  watchLeaving(confirm: (question: Question) => Promise<boolean>): () => void;
  holdSubmits(form: HTMLFormElement): () => void;
  /** What the line about saving says; null until the page is alive. */
  readonly SaveLine: ComponentType<SaveLineProps> | null;
}

export const DraftContext = createContext<DraftServices | null>(null);

export function useDraftStore(): DraftServices {
  const draft = useContext(DraftContext);
  if (draft === null) throw new Error('useDraftStore is for the screens under /designate');
  return draft;
}
