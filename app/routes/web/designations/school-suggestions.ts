import { findSchoolsByName } from '#app/domain/high-schools/find-schools-by-name.server.ts';
import { SchoolChoicesScreenSchema } from '#app/schemas/designation-screens.ts';
import { screen } from '#app/server/web-route.server.ts';

/** The schools with what was typed in their names, for the list's filter. */
export const loader = screen(async ({ ctx, url }) => {
  const name = url.searchParams.get('name')?.trim() ?? '';
  return { schools: name === '' ? [] : await findSchoolsByName(ctx, name) };
}, SchoolChoicesScreenSchema);
