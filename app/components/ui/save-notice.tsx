import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Banner } from '#app/components/ui/banner.tsx';

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

/** The notice above the page, or in its dialog, with the focus. */
export function SaveNotice({ isInDialog = false }: { isInDialog?: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const current = useSyncExternalStore(
    subscribe,
    () => notice,
    () => null,
  );
  const isElsewhere = current !== null && current.path !== pathname;
  const shown = isElsewhere || current?.isInDialog !== isInDialog ? null : current;
  useEffect(() => {
    if (isElsewhere) showSaveNotice(null);
  }, [isElsewhere]);
  useEffect(() => ref.current?.focus(), [shown]);
  if (shown === null) return null;
  return (
    <div ref={ref} tabIndex={-1} className="mb-4">
      <Banner tone={shown.tone}>{shown.text}</Banner>
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
