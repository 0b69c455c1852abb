import type { Ctx } from '#app/domain/ctx.server.ts';
import { findNames } from '#app/domain/events/event-queries.server.ts';
import type { Page } from '#app/domain/listing.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { StudentDisclosure, StudentDisclosuresResponse } from '#app/schemas/student-disclosure.ts';
import { StudentEntity } from '#db/entities/student.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import { findStoredSpans, selectDisclosures } from './disclosure-queries.server.ts';

/**
 * Returns who obtained a student's data (34 CFR 99.32; decisions, section 8), newest first, including full
 * backups and disclosures from before the list was replaced. For administrators.
 * @throws {NotFound} when neither the student nor a disclosure exists
 */
export async function listDisclosures(ctx: Ctx, studentId: string): Promise<StudentDisclosure[]> {
  authorize(ctx.actor, 'students.readDisclosures');
  const spans = await findStoredSpans(ctx, studentId);
  if (spans.length === 0) {
    throw new NotFound(DESIGNATION_MESSAGES.unknownStudent);
  }
  const { items } = await selectDisclosures(ctx, { studentId, spans }, {});
  return withNames(ctx, items);
}

/**
 * Returns a page of a designation student's disclosures, with the student's number instead of data.
 * For administrators.
 * @throws {NotFound} when the designation has no such student
 */
export async function getStudentDisclosures(
  ctx: Ctx,
  { designationId, studentId, page }: { designationId: string; studentId: string; page: Page },
): Promise<StudentDisclosuresResponse> {
  authorize(ctx.actor, 'students.readDisclosures');
  const student = await ctx.em.findOne(
    StudentEntity,
    { id: studentId, designation: designationId },
    { fields: ['position', 'designation.highSchool.name', 'designation.academicYear.year'] },
  );
  if (student === null) throw new NotFound();
  const spans = await findStoredSpans(ctx, studentId);
  if (spans.length === 0) throw new NotFound();
  const { items, total } = await selectDisclosures(ctx, { studentId, spans }, page);
  const { highSchool, academicYear } = student.designation;
  return {
    designationId,
    studentId,
    position: student.position + 1,
    highSchoolName: highSchool.name,
    year: academicYear.year,
    disclosures: await withNames(ctx, items),
    total: total ?? items.length,
  };
}

/** Adds the names of the years, schools, and people in the filters. */
async function withNames(
  ctx: Ctx,
  disclosures: readonly Omit<StudentDisclosure, 'names'>[],
): Promise<StudentDisclosure[]> {
  const ids = new Set(disclosures.flatMap(({ filter }) => idsIn(filter)));
  const named = await findNames(ctx, [...ids]);
  const names = new Map(named.map(({ id, type, name }) => [id, type === 'USER' ? name.trim() : name]));
  return disclosures.map((disclosure) => {
    const known = idsIn(disclosure.filter).flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [[id, name] as const];
    });
    return { ...disclosure, names: Object.fromEntries(known) };
  });
}

const NAMED_BY = ['academicYearId', 'highSchoolId', 'userId'] as const;

/** Returns the ids in a disclosure's filter that have names. */
export function idsIn(filter: Readonly<Record<string, unknown>>): string[] {
  return NAMED_BY.flatMap((field) => {
    const id = filter[field];
    return typeof id === 'string' ? [id] : [];
  });
}
