import { NavigationType, useActionData, useLocation, useNavigationType } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { differsFromSource } from './differs-from-source.ts';

interface FormChanges {
  /** Something has been entered since the forms were shown, saved or set back. */
  readonly isChanged: boolean;
  /** The changes have been given up. */
  readonly forget: () => void;
}

/**
 * Whether the forms with these ids hold what is not saved. A form of theirs that was sent is saved once its redirect has arrived; what
 * was entered meanwhile is not, and nothing is while the server refuses it, be it that somebody else was faster.
 */
export function useFormChanges(forms: readonly string[]): FormChanges {
  const reply = useActionData();
  const [isChanged, setChanged] = useState(reply !== undefined);
  const formIds = forms.join(' ');
  const { key, pathname } = useLocation();
  /** The page that a form of theirs was last sent from, until that is answered. */
  const sentFrom = useRef<string | null>(null);
  const isEnteredSince = useRef(false);

  useEffect(() => {
    // A field may be called 'id', and would stand for the form's property of that name.
    const isOurs = (form: Element | null) => formIds.split(' ').includes(form?.getAttribute('id') ?? '');
    const shown = formIds.split(' ').map((id) => document.getElementById(id));
    const isEntered = shown.some((form) => form instanceof HTMLFormElement && differsFromSource(form));
    if (isEntered) queueMicrotask(() => setChanged(true));
    const onInput = ({ target }: Event) => {
      if (!(target instanceof Element) || !isOurs(target.closest('form'))) return;
      isEnteredSince.current = true;
      setChanged(true);
    };
    const onSubmit = ({ target }: SubmitEvent) => {
      sentFrom.current = target instanceof Element && isOurs(target) ? window.location.pathname : null;
      isEnteredSince.current = false;
    };
    const onReset = ({ target }: Event) => {
      if (target instanceof Element && isOurs(target)) setChanged(false);
    };
    document.addEventListener('input', onInput);
    document.addEventListener('submit', onSubmit, { capture: true });
    document.addEventListener('reset', onReset);
    return () => {
      document.removeEventListener('input', onInput);
      document.removeEventListener('submit', onSubmit, { capture: true });
      document.removeEventListener('reset', onReset);
    };
  }, [formIds]);

  const isReplaced = useNavigationType() === NavigationType.Replace;
  const isRefused = reply !== undefined;
  // Each answer has a place of its own in the browser's history: that of the page, or another page's.
  useEffect(() => {
    if (sentFrom.current === null || !(isReplaced || sentFrom.current !== pathname)) return;
    sentFrom.current = null;
    if (!isRefused) setChanged(isEnteredSince.current);
  }, [key, pathname, isReplaced, isRefused]);

  return { isChanged, forget: () => setChanged(false) };
}
