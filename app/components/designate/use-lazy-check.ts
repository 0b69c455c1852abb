import type { RefObject } from 'react';
import type * as validation from '#app/components/designate/designate-validation.ts';
import { type Check, useFetchedCheck, useFetchedChecks } from '#app/components/forms/use-fetched-check.ts';

const fetchChecks = () => import('#app/components/designate/designate-validation.ts');

/** The checks of a designate step, fetched when its form is first touched, or `atOnce` with the page; see `useFetchedCheck`. */
export function useLazyCheck<Fields>(
  formRef: RefObject<HTMLFormElement>,
  choose: (checks: typeof validation) => Check<Fields>,
  options: { atOnce?: boolean } = {},
) {
  return useFetchedCheck(formRef, fetchChecks, choose, options);
}

/** The same for the students, whose list conform does not check: the checks themselves, undefined until they are there. */
export function useLazyChecks(formRef: RefObject<HTMLFormElement>, options: { atOnce?: boolean }) {
  return useFetchedChecks(formRef, fetchChecks, options);
}
