import type { RefObject } from 'react';
import type * as validation from '#app/components/login/login-validation.ts';
import { type Check, useFetchedCheck } from '#app/components/forms/use-fetched-check.ts';

const fetchChecks = () => import('#app/components/login/login-validation.ts');

/** The checks of the pages for signing in, fetched when a form is first touched; see `useFetchedCheck`. */
export function useLoginCheck<Fields>(
  formRef: RefObject<HTMLFormElement>,
  choose: (checks: typeof validation) => Check<Fields>,
) {
  return useFetchedCheck(formRef, fetchChecks, choose);
}
