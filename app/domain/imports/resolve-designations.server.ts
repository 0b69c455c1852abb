import type { Ctx } from '#app/domain/ctx.server.ts';
import { findExisting, findUsedIds, type ResolvedDesignation } from './existing-designations.server.ts';
import { type IdentifiedSchool, schoolFinder } from './find-school.ts';
import { ImportProblems } from './import-problems.ts';
import type { DesignationList } from './read-designation-list.server.ts';
import { IMPORT_MESSAGES } from '#app/messages/import-messages.ts';
import type { DesignationImportField } from '#app/schemas/designation-import.ts';
import { AcademicYearEntity } from '#db/entities/academic-year.ts';
import { HighSchoolEntity } from '#db/entities/high-school.ts';
import { UserAccountEntity } from '#db/entities/user-account.ts';

export interface ResolvedList {
  readonly adding: readonly ResolvedDesignation[];
  /** How many designations are already stored like this. */
  readonly unchanged: number;
  readonly problems: ImportProblems;
}

/** Adds a problem to a row's column. */
type Report = (row: number, field: DesignationImportField | null, message: string) => void;

/**
 * Finds the schools, years, and accounts of a list, and compares it with the stored designations. The caller has checked the
 * permission.
 */
export async function resolveDesignations(
  ctx: Pick<Ctx, 'em'>,
  list: DesignationList,
): Promise<ResolvedList> {
  const problems = new ImportProblems();
  const { headers } = list.table;
  const report: Report = (row, field, message) =>
    problems.add(row, field === null ? null : (headers.get(field) ?? null), message);
  const resolved = await withRecords(ctx, list, report);
  const existing = await findExisting(ctx, resolved, headers);
  for (const [{ row, facts }, fields] of existing) {
    if (fields.length > 0) report(row, null, IMPORT_MESSAGES.existsDifferently(facts.year, fields));
  }
  const adding = resolved.filter((designation) => !existing.has(designation));
  await reportUsedIds(ctx, adding, report);
  return { adding, unchanged: existing.size, problems };
}

async function withRecords(
  { em }: Pick<Ctx, 'em'>,
  { designations }: DesignationList,
  report: Report,
): Promise<ResolvedDesignation[]> {
  const findSchool = schoolFinder(await readSchools({ em }));
  const years = new Map((await em.find(AcademicYearEntity, {}, UNTRACKED)).map((year) => [year.year, year]));
  const emails = new Set(designations.map(({ facts }) => facts.submittedByEmail));
  const users = await em.find(UserAccountEntity, { email: { $in: [...emails] } }, UNTRACKED);
  const userIds = new Map(users.map(({ email, id }) => [email, id]));
  const rowOfTarget = new Map<string, number>();
  return designations.flatMap((designation) => {
    const { row, facts } = designation;
    const school = findSchool(designation.school);
    if ('message' in school) report(row, school.field, school.message);
    const year = years.get(facts.year);
    if (year === undefined) report(row, 'year', IMPORT_MESSAGES.noYear(facts.year));
    else if (year.status === 'ACTIVE') report(row, 'year', IMPORT_MESSAGES.activeYear(facts.year));
    const submittedById = userIds.get(facts.submittedByEmail);
    if (submittedById === undefined && facts.submittedByEmail !== '') {
      report(row, 'submittedByEmail', IMPORT_MESSAGES.noSubmitter);
    }
    if ('message' in school || year === undefined || submittedById === undefined) return [];
    const target = `${school.id} ${year.id}`;
    const earlier = rowOfTarget.get(target);
    if (earlier !== undefined) report(row, 'schoolName', IMPORT_MESSAGES.sameSchool(earlier));
    if (earlier !== undefined) return [];
    rowOfTarget.set(target, row);
    return [{ ...designation, highSchoolId: school.id, academicYearId: year.id, submittedById }];
  });
}

const UNTRACKED = { disableIdentityMap: true } as const;

async function readSchools({ em }: Pick<Ctx, 'em'>): Promise<IdentifiedSchool[]> {
  const schools = await em.find(HighSchoolEntity, {}, UNTRACKED);
  return schools.map(({ id, name, bannerCode, salesforceId, address: { city, state } }) => ({
    ...{ id, bannerCode, salesforceId, schoolName: name },
    ...{ schoolCity: city, schoolState: state },
  }));
}

async function reportUsedIds(
  ctx: Pick<Ctx, 'em'>,
  adding: readonly ResolvedDesignation[],
  report: Report,
): Promise<void> {
  const used = await findUsedIds(ctx, adding);
  const rowOfId = new Map<string, number>();
  for (const { row, facts, students } of adding) {
    const earlier = facts.id === null ? undefined : rowOfId.get(facts.id);
    if (facts.id !== null) rowOfId.set(facts.id, row);
    if (earlier !== undefined) report(row, 'designationId', IMPORT_MESSAGES.repeatedId(earlier));
    if (facts.id !== null && used.has(facts.id)) {
      report(row, 'designationId', IMPORT_MESSAGES.designationIdUsed);
    }
    for (const student of students) {
      if (student.id !== null && used.has(student.id)) {
        report(student.row, 'studentId', IMPORT_MESSAGES.studentIdUsed);
      }
    }
  }
}
