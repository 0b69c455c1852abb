import type { z } from 'zod';
import { Invalid } from '#app/lib/domain-errors.ts';
import { safeParseQuery } from '#app/lib/parse-query.ts';
import { ALL_YEARS, withoutAllYears } from '#app/schemas/designation-filters.ts';
import { DesignationListAddressSchema } from '#app/schemas/designation.ts';
import { HighSchoolListAddressSchema } from '#app/schemas/high-school.ts';
import { UserListAddressSchema } from '#app/schemas/user.ts';
import type { ViewList } from '#app/schemas/view-lists.ts';

/** What each list's address may have. None of them filters by students, so no view can contain their names. */
const ADDRESSES: Readonly<Record<ViewList, z.ZodType>> = {
  designations: DesignationListAddressSchema,
  highschools: HighSchoolListAddressSchema,
  users: UserListAddressSchema,
};

const PAGING: readonly string[] = ['after', 'before', 'last', 'position', 'page'];

/**
 * Returns the query to store: filter and order, without a page and empty values. A view of all designations says so,
 * because the list without a query shows the active year.
 *
 * @throws {Invalid} on ['query'] for whatever the list's address can't have
 */
export function viewQuery(list: ViewList, text: string): string {
  const search = new URLSearchParams(
    [...withoutAllYears(new URLSearchParams(text))].filter(
      ([key, value]) => value !== '' && !PAGING.includes(key),
    ),
  );
  const parsed = safeParseQuery(ADDRESSES[list], search);
  if (!parsed.success) {
    throw new Invalid(
      parsed.error.issues.map(({ path, message }) => ({
        path: ['query'],
        message: path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`,
      })),
    );
  }
  return search.size === 0 && list === 'designations' ? ALL_YEARS.join('=') : search.toString();
}
