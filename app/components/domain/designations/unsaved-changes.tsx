import { useBlocker } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#app/components/ui/dialog.tsx';

interface UnsavedChangesProps {
  /** The ids of the forms whose changes would be lost. */
  forms: readonly string[];
  /** What is stored: another version says that what was changed has been saved. */
  version: number;
  /** Something was changed that is no field, such as the number of forms. */
  isChanged?: boolean;
}

/**
 * Asks before changes in the page's forms are left behind: a link of ours in a dialog, the tab itself in the browser's
 * words. What a form's own press sends, and where that leads, asks nothing.
 */
export function UnsavedChanges({ forms, version, isChanged = false }: UnsavedChangesProps) {
  const [changedAt, setChangedAt] = useState<number | null>(null);
  const isUnsaved = isChanged || changedAt === version;
  const formIds = forms.join(' ');

  useEffect(() => {
    const onInput = ({ target }: Event) => {
      const form = target instanceof Element ? target.closest('form') : null;
      if (form !== null && formIds.split(' ').includes(form.id)) setChangedAt(version);
    };
    document.addEventListener('input', onInput);
    return () => document.removeEventListener('input', onInput);
  }, [formIds, version]);

  useEffect(() => {
    if (!isUnsaved) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [isUnsaved]);

  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      message="Your changes have not been saved. Do you want to leave?"
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
