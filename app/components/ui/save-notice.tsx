import { useSyncExternalStore } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { FocusHere } from '#app/components/ui/focus-here.tsx';

interface Notice {
  readonly tone: 'danger' | 'info';
  readonly text: string;
  /** The page it is about. */
  readonly path: string;
  /** The form is in a modal dialog; what is behind it can't be seen or focused. */
  readonly isInDialog: boolean;
}

let notice: Notice | null = null;
const listeners = new Set<() => void>();

/** Shows what became of a form on the page it is on, which stays as it is; null takes it away. */
export function showSaveNotice(next: Notice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

/** Whether the last form that was sent could not be saved: its page must not be loaded again. */
export function hasSaveFailed(): boolean {
  return notice?.tone === 'danger';
}

/** Takes the notice of another page away. */
export function leaveSaveNotice(pathname: string): void {
  if (notice !== null && notice.path !== pathname) showSaveNotice(null);
}

/** The notice above the page, or in its dialog, with the focus. */
export function SaveNotice({ isInDialog = false }: { isInDialog?: boolean }) {
  const shown = useSyncExternalStore(
    subscribe,
    () => notice,
    () => null,
  );
  if (shown?.isInDialog !== isInDialog) return null;
  return (
    <FocusHere>
      <Banner tone={shown.tone}>{shown.text}</Banner>
    </FocusHere>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
