import { NavigationType, useActionData, useLocation, useNavigationType } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { CONFORM_INTENT } from '#app/config/constants.ts';

interface FormChanges {
  /** Whether the user has changed the forms since they were shown, saved or reset. */
  readonly isChanged: boolean;
  readonly forget: () => void;
}

/**
 * Returns whether the forms with these IDs have unsaved changes. A submitted form is saved once its redirect
 * arrives, except for later input; a rejected form isn't saved, and neither are the other forms.
 * @param showsInput whether the forms show submitted values when the page opens; by default, if there is a response
 */
export function useFormChanges(forms: readonly string[], showsInput?: boolean): FormChanges {
  const reply = useActionData();
  const [isChanged, setChanged] = useState(showsInput ?? reply !== undefined);
  const formIds = forms.join(' ');
  const { key, pathname } = useLocation();
  /** Path of the page a form was submitted from, until the response arrives. */
  const sentFrom = useRef<string | null>(null);
  const sentForm = useRef<string | null>(null);
  const isEnteredSince = useRef(false);

  useEffect(() => {
    // Not `form.id`: a field named 'id' would shadow that property.
    const isOurs = (form: Element | null) => formIds.split(' ').includes(form?.getAttribute('id') ?? '');
    if (formIds.split(' ').some(isEntered)) queueMicrotask(() => setChanged(true));
    const onInput = ({ target }: Event) => {
      if (!(target instanceof Element) || !isOurs(target.closest('form'))) return;
      isEnteredSince.current = true;
      setChanged(true);
    };
    const onSubmit = ({ target, submitter }: SubmitEvent) => {
      if (submitter?.getAttribute('name') === CONFORM_INTENT) return;
      sentFrom.current = target instanceof Element && isOurs(target) ? window.location.pathname : null;
      sentForm.current = target instanceof Element ? target.getAttribute('id') : null;
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
  // A response either replaces the history entry or leads to another page.
  useEffect(() => {
    if (sentFrom.current === null || !(isReplaced || sentFrom.current !== pathname)) return;
    sentFrom.current = null;
    if (isRefused) return;
    const others = formIds.split(' ').filter((id) => id !== sentForm.current);
    setChanged(isEnteredSince.current || others.some(isEntered));
  }, [key, pathname, isReplaced, isRefused, formIds]);

  return { isChanged, forget: () => setChanged(false) };
}

function isEntered(formId: string): boolean {
  const form = document.getElementById(formId);
  return form instanceof HTMLFormElement && differsFromSource(form);
}

/** Returns whether a field differs from the page's HTML, for example because it was filled in early. */
function differsFromSource(form: HTMLFormElement): boolean {
  return Array.from(form.elements).some((control) => {
    if (control instanceof HTMLSelectElement) return isChosenAnew(control);
    if (control instanceof HTMLTextAreaElement) {
      return control.value !== control.defaultValue.replaceAll(/\r\n?/g, '\n');
    }
    if (!(control instanceof HTMLInputElement) || control.type === 'hidden') return false;
    if (control.type === 'checkbox' || control.type === 'radio') {
      return control.checked !== control.defaultChecked;
    }
    return control.value !== control.defaultValue;
  });
}

/** Returns whether the user changed the selection. Browsers select the first option if none is selected. */
function isChosenAnew({ options, multiple, selectedIndex }: HTMLSelectElement): boolean {
  const all = Array.from(options);
  if (!multiple && !all.some(({ defaultSelected }) => defaultSelected)) return selectedIndex > 0;
  return all.some(({ selected, defaultSelected }) => selected !== defaultSelected);
}
