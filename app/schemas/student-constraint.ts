import { ADDRESS_FIELD_LIST } from './address-fields.ts';
import { STUDENT_FIELD_LIST } from './student-fields.ts';

/** Required fields for browsers without scripts, as in `StudentSchema`. Separate, so pages don't load the schemas. */
export const STUDENT_CONSTRAINT: Readonly<Record<string, { readonly required: true }>> = Object.fromEntries(
  [...STUDENT_FIELD_LIST, ...ADDRESS_FIELD_LIST.map(([part, field]) => [`address.${part}`, field] as const)]
    .filter(([, { isNeeded }]) => isNeeded === true)
    .map(([name]) => [`students[].${name}`, { required: true }]),
);
