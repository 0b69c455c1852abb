import { ADDRESS_FIELD_LIST } from './address-fields.ts';
import { STUDENT_FIELD_LIST } from './student-fields.ts';

/**
 * What every student's form must have, as the browser itself can check it where scripts do not run: the required fields of
 * `StudentSchema`, under the names of a form with a list of students. Kept apart so that a page can have it without the schemas.
 */
export const STUDENT_CONSTRAINT: Readonly<Record<string, { readonly required: true }>> = Object.fromEntries(
  [...STUDENT_FIELD_LIST, ...ADDRESS_FIELD_LIST.map(([part, field]) => [`address.${part}`, field] as const)]
    .filter(([, { isNeeded }]) => isNeeded === true)
    .map(([name]) => [`students[].${name}`, { required: true }]),
);
