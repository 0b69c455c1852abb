import { useSyncExternalStore } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';
import { FocusHere } from '#app/components/ui/focus-here.tsx';

interface Notice {
  readonly tone: 'danger' | 'info';
  readonly text: string;
  readonly path: string;
  /** Whether the form is in a modal dialog, which hides the page behind it. */
  readonly isInDialog: boolean;
}

let notice: Notice | null = null;
const listeners = new Set<() => void>();

/** Shows the result of a submit on the form's page; null clears it. */
export function showSaveNotice(next: Notice | null): void {
  notice = next;
  for (const listener of listeners) listener();
}

/** Returns whether the last submit failed to save. If so, the page must not be reloaded. */
export function hasSaveFailed(): boolean {
  return notice?.tone === 'danger';
}

/** Clears the notice if it belongs to another page. */
export function clearSaveNotice(pathname: string): void {
  if (notice !== null && notice.path !== pathname) showSaveNotice(null);
}

/** The notice at the top of the page, or in the form's dialog, with the focus. */
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
