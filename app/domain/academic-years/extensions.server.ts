import { randomUUID } from 'node:crypto';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { getKnownHighSchool } from '#app/domain/high-schools/known-high-school.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { type Listing, pageClause } from '#app/domain/listing.ts';
import { queueNotices } from '#app/domain/notices/notice-text.server.ts';
import { allOf, isAnyOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { Invalid, NotFound } from '#app/lib/domain-errors.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import { actorId, isAdmin } from '#app/policy/actor.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { ExtensionAnswer, ExtensionCreate } from '#app/schemas/academic-year.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { DeadlineExtensionEntity } from '#db/entities/deadline-extension.ts';
import { HighSchoolStaffEntity } from '#db/entities/high-school-staff.ts';
import { lockYear } from './change-academic-year.server.ts';
import { getAcademicYear } from './read-academic-years.server.ts';

/** An extension with its school's name, which screens show. */
export interface ListedExtension extends ExtensionAnswer {
  readonly highSchoolName: string;
}

interface ExtensionRow {
  high_school_id: string;
  high_school_name: string;
  academic_year_id: string;
  due_at: string;
  reason: string;
  granted_by_id: string | null;
  first_name: string | null;
  last_name: string | null;
  created_at: string;
}

const SELECT_EXTENSIONS = `
  select x.high_school_id, x.academic_year_id, x.due_at, x.reason, x.granted_by_id, x.created_at,
         u.first_name, u.last_name, hs.name as high_school_name
    from deadline_extension x
    join high_school hs on hs.id = x.high_school_id
    left join user_account u on u.id = x.granted_by_id`;

/** The extensions of a year by school name: administrators see all, staff those of their schools (decisions, section 3). */
export async function listExtensions(
  ctx: Ctx,
  { yearId, query = {} }: { yearId: string; query?: ListQuery },
): Promise<Listing<ListedExtension>> {
  await getAcademicYear(ctx, yearId);
  const where = extensionsWhere(ctx, yearId);
  const direction = query.direction === 'asc' ? 'desc' : 'asc';
  const page = pageClause(query);
  const rows = await ctx.em.execute<ExtensionRow[]>(
    `${SELECT_EXTENSIONS} where ${where.sql}
      order by hs.name collate "und-x-icu" ${direction}, hs.id ${direction}${page.sql}`,
    [...where.params, ...page.params],
  );
  return {
    items: rows.map(extensionOfRow),
    total: query.limit === undefined ? null : await countExtensions(ctx, where),
  };
}

/**
 * Gives a school a later due date in a year, or replaces the one it has: `created` tells which. Throws NotFound for an
 * unknown year or school, Invalid on ['dueAt'] for a date that gives nobody more time: one that is past, or not after the year's due
 * date. Where the year has no due date nothing is enforced, and any later moment is taken: it counts once the year gets one. Leaves an
 * event on the year and on the school, and emails the school's staff where the date is new to them.
 */
export async function grantExtension(
  ctx: Ctx,
  { yearId, extension }: { yearId: string; extension: ExtensionCreate },
): Promise<{ extension: ListedExtension; created: boolean }> {
  authorize(ctx.actor, 'academicYear.manage');
  const { highSchoolId, dueAt, reason } = extension;
  return inTransaction(ctx, async (opened) => {
    const { tx, year: before } = await lockYear(opened, yearId, null);
    const { year, dueAt: dueForAll } = before;
    const { name } = await getKnownHighSchool(tx, highSchoolId);
    assertGivesTime(tx, dueAt, dueForAll);
    const now = tx.now();
    const granted = { dueAt: new Date(dueAt), reason, grantedBy: actorId(tx.actor), updatedAt: now };
    const key = { academicYear: yearId, highSchool: highSchoolId };
    const dueBefore = await tx.em.findOne(DeadlineExtensionEntity, key, { fields: ['dueAt'] });
    const replaced = await tx.em.nativeUpdate(DeadlineExtensionEntity, key, granted);
    if (replaced === 0) {
      await tx.em.insert(DeadlineExtensionEntity, { id: randomUUID(), ...key, ...granted, createdAt: now });
    }
    await recordBoth(tx, 'extensionGranted', { yearId, highSchoolId }, { year, dueAt, reason });
    if (dueBefore?.dueAt.getTime() !== granted.dueAt.getTime()) {
      await notifyStaff(tx, { highSchoolId, school: name, year, dueAt, reason });
    }
    return { extension: await getExtension(tx, yearId, highSchoolId), created: replaced === 0 };
  });
}

/** Emails all of the school's staff, unless the automatic email is turned off. */
async function notifyStaff(
  tx: Ctx,
  extension: { highSchoolId: string; school: string; year: number; dueAt: string; reason: string },
): Promise<void> {
  const { highSchoolId, school, year, dueAt, reason } = extension;
  const staff = await tx.em.find(
    HighSchoolStaffEntity,
    { highSchool: highSchoolId },
    { populate: ['user'], orderBy: { user: { email: 'asc' } } },
  );
  const present = staff.map(({ user }) => user).filter(({ flags }) => !flags.includes('DELETED'));
  await queueNotices(
    tx,
    'EXTENSION_GRANTED',
    present.map(({ id, email, firstName, lastName }) => ({
      ...{ to: email, userId: id, highSchoolId },
      values: {
        ...{ firstName, lastName, school, year: String(year), reason },
        dueAt: formatInZone(dueAt, tx.settings.timeZone),
      },
    })),
  );
}

/** @param dueForAll the year's due date; both ISO 8601 */
function assertGivesTime({ settings, now }: Ctx, dueAt: string, dueForAll: string | null): void {
  const refuse = (message: string) => new Invalid([{ path: ['dueAt'], message }]);
  if (dueForAll !== null && Date.parse(dueAt) <= Date.parse(dueForAll)) {
    const due = formatInZone(dueForAll, settings.timeZone);
    throw refuse(`An extension must end after the due date of the year, ${due}.`);
  }
  if (Date.parse(dueAt) <= now().getTime()) throw refuse('An extension must end in the future.');
}

/** Takes a school's extension away. Throws NotFound where there is none. */
export async function revokeExtension(
  ctx: Ctx,
  { yearId, highSchoolId }: { yearId: string; highSchoolId: string },
): Promise<void> {
  authorize(ctx.actor, 'academicYear.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, year: before } = await lockYear(opened, yearId, null);
    const { year } = before;
    const removed = await tx.em.nativeDelete(DeadlineExtensionEntity, {
      academicYear: yearId,
      highSchool: highSchoolId,
    });
    if (removed === 0) throw new NotFound();
    await recordBoth(tx, 'extensionRevoked', { yearId, highSchoolId }, { year });
  });
}

async function recordBoth(
  tx: AuthorizedCtx,
  verb: 'extensionGranted' | 'extensionRevoked',
  { yearId, highSchoolId }: { yearId: string; highSchoolId: string },
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordEvent(tx, {
    kind: `academicYear.${verb}`,
    subject: ['ACADEMIC_YEAR', yearId],
    changes: { ...details, highSchoolId },
  });
  await recordEvent(tx, {
    kind: `highSchool.${verb}`,
    subject: ['HIGH_SCHOOL', highSchoolId],
    changes: details,
  });
}

async function getExtension(ctx: Ctx, yearId: string, highSchoolId: string): Promise<ListedExtension> {
  const [row] = await ctx.em.execute<ExtensionRow[]>(
    `${SELECT_EXTENSIONS} where x.academic_year_id = ? and x.high_school_id = ?`,
    [yearId, highSchoolId],
  );
  if (row === undefined) throw new NotFound();
  return extensionOfRow(row);
}

/** The extensions (`x`) of a year that the actor may see. */
function extensionsWhere({ actor }: Ctx, yearId: string): SqlFragment {
  const conditions: SqlFragment[] = [{ sql: 'x.academic_year_id = ?', params: [yearId] }];
  if (!isAdmin(actor)) {
    conditions.push(isAnyOf('x.high_school_id', actor.kind === 'user' ? actor.highSchoolIds : []));
  }
  return allOf(conditions);
}

async function countExtensions(ctx: Ctx, where: SqlFragment): Promise<number> {
  const [row] = await ctx.em.execute<{ total: number }[]>(
    `select count(*)::int as total from deadline_extension x where ${where.sql}`,
    [...where.params],
  );
  return row?.total ?? 0;
}

function extensionOfRow(row: ExtensionRow): ListedExtension {
  return {
    highSchoolId: row.high_school_id,
    highSchoolName: row.high_school_name,
    academicYearId: row.academic_year_id,
    dueAt: toIso(row.due_at),
    reason: row.reason,
    grantedBy:
      row.granted_by_id === null
        ? null
        : { id: row.granted_by_id, firstName: row.first_name ?? '', lastName: row.last_name ?? '' },
    createdAt: toIso(row.created_at),
  };
}
