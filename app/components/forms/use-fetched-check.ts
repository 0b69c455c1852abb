import type { Submission } from '@conform-to/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { keepPresses } from '#app/components/forms/kept-presses.ts';
import { typedFields } from '#app/components/forms/use-check-on-blur.ts';

/** What the browser checks before it asks the server. */
export type Check<Fields> = (form: FormData) => Submission<Fields, string[], Fields>;

interface FetchedCheck<Checks, Fields> {
  /** For conform; undefined until the checks are there. */
  readonly onValidate: ((context: { formData: FormData }) => ReturnType<Check<Fields>>) | undefined;
  readonly checks: Checks | undefined;
}

/**
 * Fetches the browser's checks once a form is touched, or at once with `atOnce`. A submit waits for them;
 * where they can't be fetched, only the server checks. `keepPresses` keeps buttons from moving under a press.
 *
 * @param fetchChecks imports the module of the checks; the same function at each render
 */
export function useFetchedCheck<Checks, Fields>(
  formRef: RefObject<HTMLFormElement>,
  fetchChecks: () => Promise<Checks>,
  choose: (checks: Checks) => Check<Fields>,
  options: { atOnce?: boolean } = {},
): FetchedCheck<Checks, Fields> {
  const checks = useFetchedChecks(formRef, fetchChecks, options);
  return {
    checks,
    onValidate: checks === undefined ? undefined : ({ formData }) => choose(checks)(formData),
  };
}

/** The same for a form that conform does not check: the module of the checks, undefined until it is there. */
export function useFetchedChecks<Checks>(
  formRef: RefObject<HTMLFormElement>,
  fetchChecks: () => Promise<Checks>,
  { atOnce = false }: { atOnce?: boolean } = {},
): Checks | undefined {
  // In an object, because a state that is itself a function would be called.
  const [fetched, setFetched] = useState<{ readonly checks: Checks }>();
  const fetching = useRef<Promise<void>>();
  const isSettled = useRef(false);
  useEffect(() => (formRef.current === null ? undefined : keepPresses(formRef.current)), [formRef]);
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
      void fetchOnce().then(() => {
        if (form.isConnected) form.requestSubmit(event.submitter);
      });
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
  }, [atOnce, fetchChecks, fetched, formRef]);
  return fetched?.checks;
}
