import { type RefObject, useEffect, useRef } from 'react';
import { typedFields } from '#app/components/forms/use-check-on-blur.ts';
import { useDraftStore } from '#app/components/domain/designate/draft-context.ts';

const AUTOSAVE_DEBOUNCE_MS = 300;

/**
 * Calls `save` with the form a moment after typing pauses, and at once when the form or the page is left: the step that comes next
 * then finds everything in the browser's draft. The desk hears of every keystroke, for the save to the server. Returns a function
 * that saves now what is still waiting. Nothing is read or written per keystroke. `save` answers whether there was a draft to keep
 * it; until there is, what was typed waits in the form. `places` is the number of students that the form has places for; null where it
 * is about the method.
 */
export function useAutosave(
  formRef: RefObject<HTMLFormElement>,
  places: number | null,
  save: (form: HTMLFormElement) => boolean,
): () => void {
  const { desk } = useDraftStore();
  const latest = useRef(save);
  const isUnread = useRef(false);
  const flush = useRef<() => void>(() => undefined);
  useEffect(() => {
    latest.current = save;
  });

  useEffect(() => {
    const form = formRef.current;
    if (form === null) return;
    let timer: number | undefined;
    const saveNow = () => {
      window.clearTimeout(timer);
      if (isUnread.current) isUnread.current = !latest.current(form);
    };
    const saveSoon = () => {
      isUnread.current = true;
      desk.touch();
      window.clearTimeout(timer);
      timer = window.setTimeout(saveNow, AUTOSAVE_DEBOUNCE_MS);
    };
    const saveOnLeaving = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) saveNow();
    };
    flush.current = saveNow;
    // What was typed before the page's script arrived.
    if (typedFields(form).length > 0) saveSoon();
    const leaveDesk = desk.addForm({ element: form, places, read: saveNow });
    form.addEventListener('input', saveSoon);
    form.addEventListener('focusout', saveOnLeaving);
    window.addEventListener('popstate', saveNow);
    return () => {
      saveNow();
      leaveDesk();
      form.removeEventListener('input', saveSoon);
      form.removeEventListener('focusout', saveOnLeaving);
      window.removeEventListener('popstate', saveNow);
    };
  }, [desk, formRef, places]);

  return () => flush.current();
}
