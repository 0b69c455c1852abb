import { type RefObject, useEffect, useState } from 'react';
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
 * with the page. Until they are there a form is checked by the server alone, as it is without scripts.
 */
export function useLazyCheck<Fields>(
  formRef: RefObject<HTMLFormElement>,
  choose: (checks: Checks) => validation.Check<Fields>,
  { atOnce = false }: { atOnce?: boolean } = {},
): LazyCheck<Fields> {
  const [checks, setChecks] = useState<Checks>();
  useEffect(() => {
    const form = formRef.current;
    if (form === null || checks !== undefined) return;
    const fetchChecks = () => {
      import('#app/components/domain/designate/designate-validation.ts').then(setChecks, () => undefined);
    };
    if (atOnce || form.contains(document.activeElement)) fetchChecks();
    form.addEventListener('focusin', fetchChecks);
    form.addEventListener('pointerdown', fetchChecks);
    return () => {
      form.removeEventListener('focusin', fetchChecks);
      form.removeEventListener('pointerdown', fetchChecks);
    };
  }, [atOnce, checks, formRef]);
  return {
    checks,
    onValidate: checks === undefined ? undefined : ({ formData }) => choose(checks)(formData),
  };
}
