import type { Submission } from '@conform-to/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { typedFields } from '#app/components/forms/use-check-on-blur.ts';

/** Client-side validation that runs before the form is sent. */
export type Check<Fields, Value = Fields> = (form: FormData) => Submission<Fields, string[], Value>;

/** Adapts a check for conform's `onValidate`; undefined until the module has loaded. */
export function validateWith<Fields, Value = Fields>(check: Check<Fields, Value> | undefined) {
  return check && (({ formData }: { formData: FormData }) => check(formData));
}

interface LazyCheckOptions {
  readonly atOnce?: boolean;
  /** Submits the form once the checks have loaded; for forms that restart, their replacement. Must not change. */
  readonly submitAgain?: (form: HTMLFormElement, event: SubmitEvent) => unknown;
}

/**
 * Loads a form's checks when it is first used, or immediately with `atOnce`. Submitting waits for them; if
 * they can't be loaded, only the server validates. Also attaches `keepEarlyClicks`.
 * @param fetchChecks imports the module; must be the same function on every render
 */
export function useLazyChecks<Checks>(
  formRef: RefObject<HTMLFormElement>,
  fetchChecks: () => Promise<Checks>,
  { atOnce = false, submitAgain = submitIfPresent }: LazyCheckOptions = {},
): Checks | undefined {
  // Wrapped in an object because setState would call a function.
  const [fetched, setFetched] = useState<{ readonly checks: Checks }>();
  const fetching = useRef<Promise<void>>();
  const isSettled = useRef(false);
  useEffect(() => (formRef.current === null ? undefined : keepEarlyClicks(formRef.current)), [formRef]);
  useEffect(() => {
    const form = formRef.current;
    if (form === null || fetched !== undefined) return;
    const fetchOnce = () =>
      (fetching.current ??= fetchChecks().then(
        (checks) => {
          isSettled.current = true;
          flushSync(() => setFetched({ checks }));
        },
        () => {
          isSettled.current = true;
        },
      ));
    const submitWhenChecked = (event: SubmitEvent) => {
      if (isSettled.current) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void fetchOnce().then(() => submitAgain(form, event));
    };
    const onTouch = () => void fetchOnce();
    if (atOnce || form.contains(document.activeElement) || typedFields(form).length > 0) onTouch();
    form.addEventListener('focusin', onTouch);
    form.addEventListener('pointerdown', onTouch);
    form.addEventListener('submit', submitWhenChecked, { capture: true });
    return () => {
      form.removeEventListener('focusin', onTouch);
      form.removeEventListener('pointerdown', onTouch);
      form.removeEventListener('submit', submitWhenChecked, { capture: true });
    };
  }, [atOnce, fetchChecks, fetched, formRef, submitAgain]);
  return fetched?.checks;
}

function submitIfPresent(form: HTMLFormElement, { submitter }: SubmitEvent): void {
  if (form.isConnected) form.requestSubmit(submitter);
}

/** Maximum pointer movement of an intended click, in CSS pixels. */
const STILL_PX = 6;

/**
 * Clicks the button where a mouse press began even if the page moved in between, because leaving a field can
 * show or hide a message above. Moving the pointer away cancels. Returns a cleanup function.
 */
function keepEarlyClicks(form: HTMLFormElement): () => void {
  let pressed: { readonly button: HTMLButtonElement; readonly x: number; readonly y: number } | null = null;
  const begin = ({ target, button: which, clientX: x, clientY: y }: PointerEvent) => {
    const button = target instanceof Element ? target.closest('button') : null;
    pressed = button !== null && button.type === 'submit' && which === 0 ? { button, x, y } : null;
  };
  const end = ({ target, clientX, clientY }: PointerEvent) => {
    const press = pressed;
    pressed = null;
    if (press === null || (target instanceof Node && press.button.contains(target))) return;
    const isStill = Math.hypot(clientX - press.x, clientY - press.y) <= STILL_PX;
    if (isStill && press.button.isConnected) press.button.click();
  };
  form.addEventListener('pointerdown', begin);
  window.addEventListener('pointerup', end);
  return () => {
    form.removeEventListener('pointerdown', begin);
    window.removeEventListener('pointerup', end);
  };
}
