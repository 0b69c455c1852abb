import { useBlocker } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '#app/components/ui/dialog.tsx';
import { useFormChanges } from './use-form-changes.ts';

interface UnsavedChangesProps {
  forms: readonly string[];
  /** Whether something other than a field has changed, such as the number of forms. */
  isChanged?: boolean;
  /** Query parameter that determines what the forms edit. Changes to other parameters don't discard them. */
  about?: string;
  message?: string;
  /** Called before a form is reset, to clear other displays of the changes. */
  onDiscard?: () => void;
}

/**
 * Asks before unsaved changes are lost: in a dialog for internal links, Back, and Cancel (a form reset), and
 * in the browser's own prompt when the tab is closed. Submitting a form doesn't ask.
 */
export function UnsavedChanges({
  forms,
  isChanged = false,
  about,
  message = 'Your changes have not been saved.',
  onDiscard,
}: UnsavedChangesProps) {
  const changes = useFormChanges(forms);
  const isUnsaved = isChanged || changes.isChanged;
  const [canceledForm, setCanceledForm] = useState<HTMLFormElement | null>(null);
  const isAgreed = useRef(false);
  const formIds = forms.join(' ');

  useEffect(() => {
    if (!isUnsaved) return;
    const onReset = (event: Event) => {
      const form = event.target;
      if (isAgreed.current || !(form instanceof HTMLFormElement)) return;
      if (!formIds.split(' ').includes(form.getAttribute('id') ?? '')) return;
      event.preventDefault();
      event.stopPropagation();
      setCanceledForm(form);
    };
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('reset', onReset, { capture: true });
    window.addEventListener('beforeunload', onLeave);
    return () => {
      document.removeEventListener('reset', onReset, { capture: true });
      window.removeEventListener('beforeunload', onLeave);
    };
  }, [formIds, isUnsaved]);

  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      isUnsaved &&
      (from.pathname !== to.pathname ||
        (about !== undefined && partOf(from.search, about) !== partOf(to.search, about))),
  );

  const onConfirm = () => {
    if (canceledForm === null) {
      changes.forget();
      blocker.proceed?.();
      return;
    }
    // A reset restores the rendered default values, so they must be rendered first.
    flushSync(() => {
      setCanceledForm(null);
      onDiscard?.();
    });
    isAgreed.current = true;
    canceledForm.reset();
    isAgreed.current = false;
    // A form that was replaced when it was discarded has left the document, so its reset isn't noticed.
    changes.forget(canceledForm.getAttribute('id'));
  };
  const onCancel = () => {
    setCanceledForm(null);
    blocker.reset?.();
  };
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked' || canceledForm !== null}
      title={canceledForm === null ? 'Leave this page?' : 'Discard changes?'}
      message={`${message} ${canceledForm === null ? 'Do you want to leave?' : 'Do you want to discard them?'}`}
      confirmLabel={canceledForm === null ? 'Leave page' : 'Discard changes'}
      cancelLabel="Keep editing"
      isCareful
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}

function partOf(search: string, name: string): string | null {
  return new URLSearchParams(search).get(name);
}
