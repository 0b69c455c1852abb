import { NavigationType, useActionData, useLocation, useNavigationType } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { CONFORM_INTENT } from '#app/config/constants.ts';

interface FormChanges {
  /** Whether the user has changed the forms since they were shown, saved or reset. */
  readonly isChanged: boolean;
  /** Discards the changes of the form with this ID; by default, of all forms. */
  readonly forget: (formId?: string | null) => void;
}

/**
 * Returns whether the forms with these IDs have unsaved changes. A submitted form is saved once its redirect arrives,
 * except for later input; a rejected form isn't saved, and neither are the other forms. A reset discards only its form's.
 * @param showsInput whether the forms show submitted values when the page opens; by default, if there is a response
 */
export function useFormChanges(forms: readonly string[], showsInput?: boolean): FormChanges {
  const reply = useActionData();
  const [changed, setChanged] = useState<ReadonlySet<string>>(
    () => new Set((showsInput ?? reply !== undefined) ? forms : []),
  );
  const formIds = forms.join(' ');
  const { key, pathname } = useLocation();
  /** Path of the page a form was submitted from, until the response arrives. */
  const sentFrom = useRef<string | null>(null);
  const sentForm = useRef<string | null>(null);
  const isEnteredSince = useRef(false);

  useEffect(() => {
    // Not `form.id`: a field named 'id' would shadow that property.
    const ourId = (form: Element | null) =>
      formIds.split(' ').find((id) => id === form?.getAttribute('id')) ?? null;
    queueMicrotask(() => setChanged((before) => openChanges(formIds, shownRefused(before))));
    const onInput = ({ target }: Event) => {
      const id = target instanceof Element ? ourId(target.closest('form')) : null;
      if (id === null) return;
      isEnteredSince.current = true;
      setChanged((before) => (before.has(id) ? before : new Set([...before, id])));
    };
    const onSubmit = ({ target, submitter }: SubmitEvent) => {
      if (submitter?.getAttribute('name') === CONFORM_INTENT) return;
      const id = target instanceof Element ? ourId(target) : null;
      sentFrom.current = id === null ? null : window.location.pathname;
      sentForm.current = id;
      isEnteredSince.current = false;
    };
    const onReset = ({ target }: Event) => {
      const id = target instanceof Element ? ourId(target) : null;
      if (id !== null) setChanged((before) => without(before, id));
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
    const sent = sentForm.current;
    const isOpen = isEnteredSince.current && sent !== null;
    setChanged((before) => {
      const refused = new Set([...before].filter(showsErrors));
      const others = [...openChanges(formIds, refused)].filter((id) => id !== sent);
      return new Set(isOpen ? [...others, sent] : others);
    });
  }, [key, pathname, isReplaced, isRefused, formIds]);

  return {
    isChanged: changed.size > 0,
    forget: (formId) => setChanged((before) => (formId == null ? new Set() : without(before, formId))),
  };
}

function without(forms: ReadonlySet<string>, discarded: string): ReadonlySet<string> {
  return new Set([...forms].filter((id) => id !== discarded));
}

/** Returns the forms whose fields differ from the page's HTML, and those that show the values they were refused with. */
function openChanges(formIds: string, refused: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(formIds.split(' ').filter((id) => isEntered(id) || refused.has(id)));
}

/** Returns those of the forms that show errors, or else all of them. */
function shownRefused(forms: ReadonlySet<string>): ReadonlySet<string> {
  const refused = [...forms].filter(showsErrors);
  return refused.length === 0 ? forms : new Set(refused);
}

function showsErrors(formId: string): boolean {
  return document.getElementById(formId)?.querySelector('.error-summary, [aria-invalid=true]') != null;
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
