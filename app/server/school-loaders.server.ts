import { data, redirect } from '@remix-run/node';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { countSchoolStatuses, listHighSchools } from '#app/domain/high-schools/list-high-schools.server.ts';
import { listViewsOf } from '#app/domain/saved-views/saved-views.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import type { SchoolsPath } from '#app/schemas/high-school-screens.ts';
import { hasNoSchools, isAdmin } from '#app/policy/actor.ts';
import { can } from '#app/policy/authorize.ts';
import { HighSchoolListPageQuerySchema } from '#app/schemas/high-school.ts';
import { filterRefusal, historyBefore, notesPage, parseQuery } from './parse-input.server.ts';
import { readFlash } from './flash.server.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { bouncedAmong } from '#app/domain/bounces/bounced-addresses.server.ts';
import { listDesignationsOfSchool } from '#app/domain/designations/list-designations.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { listSchoolAccessRequests } from '#app/domain/access-requests/list-access-requests.server.ts';
import { findActiveExtension } from '#app/domain/academic-years/extensions.server.ts';
import { getHighSchool } from '#app/domain/high-schools/get-high-school.server.ts';
import { readSchoolEmails } from '#app/domain/mail/email-log.server.ts';
import { findSnooze } from '#app/domain/high-schools/snooze-school.server.ts';
import { showSchoolNotes } from '#app/domain/notes/read-notes.server.ts';
import { screenId } from './web-route.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findSchoolsByName } from '#app/domain/high-schools/find-schools-by-name.server.ts';

/**
 * Lists the schools that the user may read, or their own under /manage. A page after the last redirects to the last.
 */
export async function loadSchoolList({ ctx, actor, url, request }: SignedInCall, path: SchoolsPath) {
  const flash = await readFlash(request, ctx.settings);
  const about = {
    mayCreate: can(ctx.actor, 'highSchool.create'),
    maySelect: path === '/highschools' && can(ctx.actor, 'highSchool.activateMany'),
    mayDownload: can(ctx.actor, 'highSchool.download'),
    mayReadRemarks: can(ctx.actor, 'highSchool.readRemarks'),
    isAdministrator: isAdmin(actor),
    hasNoSchools: hasNoSchools(actor) && (path === '/manage' || !isAdmin(actor)),
    flash: flash.messages,
  };
  try {
    const { page = 1, ...query } = parseQuery(HighSchoolListPageQuerySchema, url.searchParams);
    const { items, total } = await listHighSchools(ctx, {
      ...query,
      isOwnOnly: path === '/manage',
      limit: SCREEN_PAGE_SIZE,
      offset: (page - 1) * SCREEN_PAGE_SIZE,
    });
    const last = Math.max(1, Math.ceil((total ?? 0) / SCREEN_PAGE_SIZE));
    if (page > last) throw redirect(pageHref(url.searchParams, path, last));
    const statusCounts = about.maySelect ? await countSchoolStatuses(ctx, query) : null;
    const views = about.maySelect ? await listViewsOf(ctx, 'highschools') : null;
    return data(
      { refusal: null, rows: [...items], total, statusCounts, views, page, ...about },
      { headers: flash.headers },
    );
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const refusal = filterRefusal('high schools', error);
    return data(
      { refusal, rows: [], total: null, statusCounts: null, views: null, page: 1, ...about },
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

/** Loads a school's page: for administrators and the school's staff. */
export async function loadSchoolDetails({ ctx, actor, params, request, url }: SignedInCall) {
  const id = screenId(params);
  const { staff, staffInvites, ...school } = await getHighSchool(ctx, id);
  const newestFirst = { sort: 'year', direction: 'desc' } as const;
  const accessRequests = await listSchoolAccessRequests(ctx, id);
  const designations = await listDesignationsOfSchool(ctx, { highSchoolId: id, query: newestFirst });
  const flash = await readFlash(request, ctx.settings);
  const response = {
    school,
    staff,
    staffInvites,
    accessRequests,
    designations: [...designations.items],
    bounced: await bouncedAmong(ctx, [
      ...staff.map(({ user }) => user.email),
      ...[...staffInvites, ...accessRequests].map(({ email }) => email),
    ]),
    extension: await findActiveExtension(ctx, id),
    timeline: await readTimeline(ctx, { type: 'HIGH_SCHOOL', id }, historyBefore(url)),
    emails: can(actor, 'email.manage') ? await readSchoolEmails(ctx, id) : null,
    notes: can(actor, 'note.manage') ? await showSchoolNotes(ctx, id, notesPage(url)) : null,
    snoozedUntil: can(actor, 'note.manage') ? await findSnooze(ctx, id) : null,
    now: ctx.now().toISOString(),
    ownId: actor.id,
    mayEditAll: can(actor, 'highSchool.editAll', { highSchoolId: id }),
    mayDownload: can(actor, 'highSchool.download'),
    flash: flash.messages,
  };
  return data(response, { headers: flash.headers });
}

interface TypedSchool {
  search: URLSearchParams;
  typedField: string;
  /** The query field with the chosen school's ID. */
  idField: 'highSchoolId' | 'highSchools';
  hrefWithout: (fields: readonly string[]) => string;
}

/**
 * Keeps only one of the chosen school and the typed name, which forms without JavaScript both send.
 * @throws {Response} the redirect to the list
 */
export async function resolveTypedSchool(ctx: Ctx, typedSchool: TypedSchool): Promise<void> {
  const { search, typedField, idField, hrefWithout } = typedSchool;
  const typed = search.get(typedField)?.trim();
  const chosenId = search.get(idField);
  if (typed === undefined || (typed !== '' && !chosenId)) return;
  const isChosen = (await findSchoolsByName(ctx, typed)).some(
    ({ id, name }) => id === chosenId && name.toLowerCase() === typed.toLowerCase(),
  );
  const removed = typed === '' ? [typedField, idField] : [isChosen ? typedField : idField];
  throw redirect(hrefWithout(removed));
}
