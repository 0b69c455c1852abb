import type { Invalid } from '#app/lib/domain-errors.ts';

/** The message for an invalid filter: 'Unable to filter designations: status: Must be one of …'. */
export function filterRefusal(what: string, { issues }: Invalid): string {
  const errors = issues.map(({ path: [field], message }) =>
    field === undefined ? message : `${field}: ${message}`,
  );
  return `Unable to filter ${what}: ${errors.join(' ')}`;
}
