import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type * as validation from '#app/components/domain/designate/designate-validation.ts';

type Checks = typeof validation;

interface LazyCheck<Fields> {
  /** For conform; undefined until the checks are there. */
  readonly onValidate:
    ((context: { formData: FormData }) => ReturnType<validation.Check<Fields>>) | undefined;
  readonly checks: Checks | undefined;
}

/**
 * Fetches the browser's checks when a form is first touched, so that the page itself comes without them; `atOnce` fetches them
 * with the page. A form submitted meanwhile waits for them; where they cannot be fetched the server alone checks it, as it does
 * without scripts.
 */
export function useLazyCheck<Fields>(
  formRef: RefObject<HTMLFormElement>,
  choose: (checks: Checks) => validation.Check<Fields>,
  { atOnce = false }: { atOnce?: boolean } = {},
): LazyCheck<Fields> {
  const [checks, setChecks] = useState<Checks>();
  const fetching = useRef<Promise<void>>();
  const isSettled = useRef(false);
  useEffect(() => {
    const form = formRef.current;
    if (form === null || checks !== undefined) return;
    const fetchChecks = () =>
      (fetching.current ??= import('#app/components/domain/designate/designate-validation.ts').then(
        (fetched) => {
          isSettled.current = true;
          flushSync(() => setChecks(fetched));
        },
        () => {
          isSettled.current = true;
        },
      ));
    const submitWhenChecked = (event: SubmitEvent) => {
      if (isSettled.current) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void fetchChecks().then(() => {
        if (form.isConnected) form.requestSubmit(event.submitter);
      });
    };
    const onTouch = () => void fetchChecks();
    if (atOnce || form.contains(document.activeElement)) onTouch();
    form.addEventListener('focusin', onTouch);
    form.addEventListener('pointerdown', onTouch);
    form.addEventListener('submit', submitWhenChecked, { capture: true });
    return () => {
      form.removeEventListener('focusin', onTouch);
      form.removeEventListener('pointerdown', onTouch);
      form.removeEventListener('submit', submitWhenChecked, { capture: true });
    };
  }, [atOnce, checks, formRef]);
  return {
    checks,
    onValidate: checks === undefined ? undefined : ({ formData }) => choose(checks)(formData),
  };
}
