import type { RefObject } from 'react';
import type * as validation from '#app/components/high-schools/high-school-validation.ts';
import { type Check, useFetchedCheck } from '#app/components/forms/use-fetched-check.ts';

const fetchChecks = () => import('#app/components/high-schools/high-school-validation.ts');

/** The checks of a school's forms, fetched when one is first touched; see `useFetchedCheck`. */
export function useSchoolCheck<Fields>(
  formRef: RefObject<HTMLFormElement>,
  choose: (checks: typeof validation) => Check<Fields>,
) {
  return useFetchedCheck(formRef, fetchChecks, choose);
}
