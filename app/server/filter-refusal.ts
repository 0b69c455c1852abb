import type { Invalid } from '#app/lib/domain-errors.ts';

/** Why a list's address was not understood, as its screen says it: 'Unable to filter designations: status: Must be one of …'. */
export function filterRefusal(what: string, { issues }: Invalid): string {
  const errors = issues.map(({ path: [field], message }) =>
    field === undefined ? message : `${field}: ${message}`,
  );
  return `Unable to filter ${what}: ${errors.join(' ')}`;
}
