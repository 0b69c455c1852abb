import { type RefObject, useEffect, useRef } from 'react';
import { typedFields } from '#app/components/forms/use-check-on-blur.ts';
import { useDraftStore } from '#app/components/designate/draft-context.ts';

const AUTOSAVE_DEBOUNCE_MS = 300;

/**
 * Calls `save` when typing pauses and when the form or page is left; the returned function flushes. Without a draft,
 * `save` returns false and the text waits in the form. `places` counts the form's students; null for the method.
 */
export function useAutosave(
  formRef: RefObject<HTMLFormElement>,
  places: number | null,
  save: (form: HTMLFormElement) => boolean,
): () => void {
  const { session } = useDraftStore();
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
      session.markDirty();
      window.clearTimeout(timer);
      timer = window.setTimeout(saveNow, AUTOSAVE_DEBOUNCE_MS);
    };
    const saveOnLeaving = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) saveNow();
    };
    flush.current = saveNow;
    // What was typed before the page's script arrived.
    if (typedFields(form).length > 0) saveSoon();
    const removeForm = session.addForm({ element: form, places, read: saveNow });
    form.addEventListener('input', saveSoon);
    form.addEventListener('focusout', saveOnLeaving);
    window.addEventListener('popstate', saveNow);
    return () => {
      saveNow();
      removeForm();
      form.removeEventListener('input', saveSoon);
      form.removeEventListener('focusout', saveOnLeaving);
      window.removeEventListener('popstate', saveNow);
    };
  }, [session, formRef, places]);

  return () => flush.current();
}
