import { type RefObject, useEffect, useRef } from 'react';
import { CONFORM_INTENT, PHONE_DEBOUNCE_MS } from '#app/config/constants.ts';

type TypedField = HTMLInputElement | HTMLTextAreaElement;

/**
 * Validates a conform field after blur: a phone number always, others if changed (specification, section 5).
 * Fields left before the checks have loaded are validated then.
 * @param check checks the field of this name; undefined until the checks are loaded
 */
export function useCheckOnBlur(
  formRef: RefObject<HTMLFormElement>,
  check: ((name: string) => void) | undefined,
): void {
  const latest = useRef(check);
  const waiting = useRef(new Set<string>());

  useEffect(() => {
    const form = formRef.current;
    if (form === null) return;
    const changed = new Set(typedFields(form).map(({ name }) => name));
    for (const name of changed) waiting.current.add(name);
    let round = 0;
    const checkNow = (name: string) => {
      if (latest.current === undefined) waiting.current.add(name);
      else latest.current(name);
    };
    const onInput = ({ target }: Event) => {
      if (isField(target)) changed.add(target.name);
    };
    // A submit validates the whole form.
    const onSubmit = ({ target, submitter }: SubmitEvent) => {
      if (target !== form || submitter?.getAttribute('name') === CONFORM_INTENT) return;
      round += 1;
      waiting.current.clear();
    };
    const onFocusOut = ({ target }: FocusEvent) => {
      if (!isField(target) || !(target.type === 'tel' || changed.has(target.name))) return;
      const leftIn = round;
      window.setTimeout(() => {
        // Removing the form from the page also triggers focusout.
        if (leftIn === round && form.isConnected && document.activeElement !== target) checkNow(target.name);
      }, PHONE_DEBOUNCE_MS);
    };
    form.addEventListener('input', onInput);
    form.addEventListener('focusout', onFocusOut);
    window.addEventListener('submit', onSubmit, { capture: true });
    return () => {
      round += 1;
      form.removeEventListener('input', onInput);
      form.removeEventListener('focusout', onFocusOut);
      window.removeEventListener('submit', onSubmit, { capture: true });
    };
  }, [formRef]);

  useEffect(() => {
    latest.current = check;
    if (check === undefined) return;
    const focused = document.activeElement;
    const names = Array.from(waiting.current);
    waiting.current.clear();
    for (const name of names) if (!isField(focused) || focused.name !== name) check(name);
  });
}

/** Returns the text fields that differ from their initial values. Browsers clear dates they can't show. */
export function typedFields(form: HTMLFormElement): TypedField[] {
  return Array.from(form.elements)
    .filter((field) => field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    .filter(({ type }) => !WITHOUT_TEXT.has(type))
    .filter(
      ({ value, defaultValue, type }) => value !== defaultValue && (value !== '' || !SANITIZED.has(type)),
    );
}

/** Browsers clear invalid values in these fields. */
const SANITIZED = new Set(['date', 'datetime-local', 'number']);
const WITHOUT_TEXT = new Set(['checkbox', 'radio', 'file', 'hidden']);

function isField(target: unknown): target is TypedField | HTMLSelectElement {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}
