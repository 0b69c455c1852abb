import { randomUUID } from 'node:crypto';
import type { FilterQuery, Loaded } from '@mikro-orm/postgresql';
import { type AuthorizedCtx, lockAuthorized } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { getVisibleHighSchool } from '#app/domain/high-schools/high-school-access.server.ts';
import { alphabetical, findListing, type Listing } from '#app/domain/listing.ts';
import { queueNotices, noticeTo } from '#app/domain/notices/queue-notices.server.ts';
import { findStaffOf } from '#app/domain/notices/recipients.server.ts';
import { Invalid, NotFound } from '#app/lib/domain-errors.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { actorId, isAdmin } from '#app/policy/actor.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import {
  AcademicYearResponseSchema,
  type ExtensionResponse,
  ExtensionResponseSchema,
  type ExtensionCreate,
} from '#app/schemas/academic-year.ts';
import { type SchoolExtension, SchoolExtensionSchema } from '#app/schemas/high-school-screens.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { type DeadlineExtension, DeadlineExtensionEntity } from '#db/entities/deadline-extension.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import { byName } from '#db/name-order.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { getAcademicYear } from './read-academic-years.server.ts';

/** An extension and its school's name. */
export interface ListedExtension extends ExtensionResponse {
  readonly highSchoolName: string;
}

/** Returns a year's extensions by school name; staff see only their schools' (decisions, section 3). */
export async function listExtensions(
  ctx: Ctx,
  { yearId, query = {} }: { yearId: string; query?: ListQuery },
): Promise<Listing<ListedExtension>> {
  await getAcademicYear(ctx, yearId);
  const where = extensionsWhere(ctx, yearId);
  const { limit, offset, direction } = query;
  const order = alphabetical(direction);
  const { items, total } = await findListing(ctx, DeadlineExtensionEntity, where, {
    populate: ['highSchool', 'grantedBy'],
    orderBy: [{ highSchool: { [byName<HighSchool>('name')]: order } }, { highSchool: { id: order } }],
    ...{ limit, offset },
  });
  return { items: items.map(listedExtension), total };
}

/**
 * Sets a school's extended due date for a year; `created` is false if it has one already. Unless nothing changes, records
 * events on the year and the school, and emails the school's staff if the date changed.
 * @throws {NotFound} when the year or school doesn't exist
 * @throws {Invalid} on ['dueAt'] when the date is past, or not after the year's due date
 */
export async function grantExtension(
  ctx: Ctx,
  { yearId, extension }: { yearId: string; extension: ExtensionCreate },
): Promise<{ extension: ListedExtension; created: boolean }> {
  authorize(ctx.actor, 'academicYear.manage');
  const { highSchoolId, dueAt, reason } = extension;
  return inTransaction(ctx, async (opened) => {
    const { tx, row } = await lockAuthorized(opened, AcademicYearEntity, yearId, 'academicYear.manage');
    const { year, dueAt: dueForAll } = AcademicYearResponseSchema.parse(row);
    const { name } = await getVisibleHighSchool(tx, highSchoolId);
    assertExtendsDueDate(tx, dueAt, dueForAll);
    const now = tx.now();
    const key = { academicYear: yearId, highSchool: highSchoolId };
    const granted = { dueAt: new Date(dueAt), reason, grantedBy: actorId(tx.actor), updatedAt: now };
    const present = await tx.em.findOne(DeadlineExtensionEntity, key);
    const isNewDate = present?.dueAt.getTime() !== granted.dueAt.getTime();
    if (isNewDate || present.reason !== reason) {
      if (present === null) {
        tx.em.create(DeadlineExtensionEntity, { id: randomUUID(), ...key, ...granted, createdAt: now });
      } else tx.em.assign(present, granted);
      recordBoth(tx, 'extensionGranted', { yearId, highSchoolId }, { year, dueAt, reason });
      if (isNewDate) await notifyStaff(tx, { highSchoolId, school: name, year, dueAt, reason });
      await tx.em.flush();
    }
    const stored = await tx.em.findOneOrFail(DeadlineExtensionEntity, key, {
      populate: ['highSchool', 'grantedBy'],
    });
    return { extension: listedExtension(stored), created: present === null };
  });
}

/** Emails the school's staff unless the automatic email is turned off. */
async function notifyStaff(
  tx: Ctx,
  extension: { highSchoolId: string; school: string; year: number; dueAt: string; reason: string },
): Promise<void> {
  const { highSchoolId, school, year, dueAt, reason } = extension;
  const staff = await findStaffOf(tx, highSchoolId);
  const values = { school, year: String(year), reason, dueAt: formatInZone(dueAt, tx.settings.timeZone) };
  await queueNotices(
    tx,
    'EXTENSION_GRANTED',
    staff.map((user) => ({ ...noticeTo(user, values), highSchoolId })),
  );
}

/** @param dueForAll the year's due date; like `dueAt` in ISO 8601 */
function assertExtendsDueDate({ settings, now }: Ctx, dueAt: string, dueForAll: string | null): void {
  const refuse = (message: string) => new Invalid([{ path: ['dueAt'], message }]);
  if (dueForAll !== null && Date.parse(dueAt) <= Date.parse(dueForAll)) {
    const due = formatInZone(dueForAll, settings.timeZone);
    throw refuse(YEAR_MESSAGES.extensionTooShort(due));
  }
  if (Date.parse(dueAt) <= now().getTime()) throw refuse(YEAR_MESSAGES.extensionInPast);
}

/**
 * Removes a school's extension.
 * @throws {NotFound} when it has none
 */
export async function revokeExtension(
  ctx: Ctx,
  { yearId, highSchoolId }: { yearId: string; highSchoolId: string },
): Promise<void> {
  authorize(ctx.actor, 'academicYear.manage');
  await inTransaction(ctx, async (opened) => {
    const { tx, row } = await lockAuthorized(opened, AcademicYearEntity, yearId, 'academicYear.manage');
    const extension = await tx.em.findOne(DeadlineExtensionEntity, {
      academicYear: yearId,
      highSchool: highSchoolId,
    });
    if (extension === null) throw new NotFound();
    tx.em.remove(extension);
    recordBoth(tx, 'extensionRevoked', { yearId, highSchoolId }, { year: row.year });
  });
}

function recordBoth(
  tx: AuthorizedCtx,
  verb: 'extensionGranted' | 'extensionRevoked',
  { yearId, highSchoolId }: { yearId: string; highSchoolId: string },
  details: Readonly<Record<string, unknown>>,
): void {
  recordEvent(tx, `academicYear.${verb}`, ['ACADEMIC_YEAR', yearId], { ...details, highSchoolId });
  recordEvent(tx, `highSchool.${verb}`, ['HIGH_SCHOOL', highSchoolId], details);
}

/** Returns the condition for the year's extensions that the actor may see. */
function extensionsWhere({ actor }: Ctx, yearId: string): FilterQuery<DeadlineExtension> {
  if (isAdmin(actor)) return { academicYear: yearId };
  return { academicYear: yearId, highSchool: { $in: actor.kind === 'user' ? [...actor.highSchoolIds] : [] } };
}

function listedExtension({
  academicYear,
  highSchool,
  ...extension
}: Loaded<DeadlineExtension, 'highSchool' | 'grantedBy'>): ListedExtension {
  return {
    ...ExtensionResponseSchema.parse({
      ...extension,
      academicYearId: academicYear.id,
      highSchoolId: highSchool.id,
    }),
    highSchoolName: highSchool.name,
  };
}

/**
 * Finds the school's extension in the active year; null if it has none.
 * @throws {NotFound} when the actor may not see the school
 */
export async function findActiveExtension(ctx: Ctx, highSchoolId: string): Promise<SchoolExtension | null> {
  authorizeToSee(ctx.actor, 'highSchool.read', { highSchoolId });
  const extension = await ctx.em.findOne(
    DeadlineExtensionEntity,
    { highSchool: highSchoolId, academicYear: { status: 'ACTIVE' } },
    { populate: ['academicYear', 'grantedBy'] },
  );
  if (extension === null) return null;
  const { academicYear, dueAt, reason, grantedBy } = extension;
  const by = grantedBy ? fullName(grantedBy) : null;
  return SchoolExtensionSchema.parse({ year: academicYear.year, dueAt, reason, grantedBy: by });
}
