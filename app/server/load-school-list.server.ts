import { data, redirect } from '@remix-run/node';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { listHighSchools } from '#app/domain/high-schools/list-high-schools.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import type { SchoolsPath } from '#app/lib/urls/schools-path.ts';
import { hasNoSchools, isAdmin } from '#app/policy/actor.ts';
import { can } from '#app/policy/authorize.ts';
import { HighSchoolListAddressSchema } from '#app/schemas/high-school.ts';
import { filterRefusal } from './filter-refusal.ts';
import { readFlash } from './flash.server.ts';
import { parseQuery } from './parse-input.server.ts';
import type { SignedInCall } from './screen-call.server.ts';

/**
 * Lists the schools that the user may read, or their own under /manage. A page after the last redirects to the last.
 */
export async function loadSchoolList({ ctx, actor, url, request }: SignedInCall, path: SchoolsPath) {
  const flash = await readFlash(request, ctx.settings);
  const about = {
    mayCreate: can(ctx.actor, 'highSchool.create'),
    mayDownload: can(ctx.actor, 'highSchool.download'),
    mayReadRemarks: can(ctx.actor, 'highSchool.readRemarks'),
    isAdministrator: isAdmin(actor),
    hasNoSchools: hasNoSchools(actor) && (path === '/manage' || !isAdmin(actor)),
    flash: flash.messages,
  };
  try {
    const { page = 1, ...query } = parseQuery(HighSchoolListAddressSchema, url.searchParams);
    const { items, total } = await listHighSchools(ctx, {
      ...query,
      isOwnOnly: path === '/manage',
      limit: SCREEN_PAGE_SIZE,
      offset: (page - 1) * SCREEN_PAGE_SIZE,
    });
    const last = Math.max(1, Math.ceil((total ?? 0) / SCREEN_PAGE_SIZE));
    if (page > last) throw redirect(pageHref(url.searchParams, path, last));
    return data({ refusal: null, rows: [...items], total, page, ...about }, { headers: flash.headers });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const refusal = filterRefusal('high schools', error);
    return data(
      { refusal, rows: [], total: null, page: 1, ...about },
      { status: 400, headers: flash.headers },
    );
  }
}

function pageHref(search: URLSearchParams, path: SchoolsPath, page: number): string {
  const target = new URLSearchParams(search);
  target.delete('page');
  if (page > 1) target.set('page', String(page));
  return target.size === 0 ? path : `${path}?${target.toString()}`;
}
