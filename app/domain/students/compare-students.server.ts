import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { loadDesignation, studentResponse } from '#app/domain/designations/get-designation.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { matchedStudents, readMatches, type StudentMatch } from './student-match-queries.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToSee } from '#app/policy/authorize.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { ComparedStudent, StudentComparison } from '#app/schemas/student-comparison.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';

/**
 * Returns a designation and its students who resemble some on other schools' lists of the year, with those
 * students (decisions, section 5). Records disclosures for both sides unless `headOnly`. For administrators.
 * @throws {NotFound} when the actor may not see the designation
 * @throws {Forbidden} for staff
 */
export async function compareStudents(
  ctx: Ctx,
  designationId: string,
): Promise<{ designation: DesignationResponse; comparisons: StudentComparison[] }> {
  return inSnapshot(ctx, async (tx) => {
    const designation = await loadDesignation(tx, designationId, 'designation.decide');
    const matches = await readMatches(tx, designationId);
    const comparisons = comparisonsOf(designation, matches, await findOthers(tx, matches));
    if (tx.headOnly === true) return { designation, comparisons };
    const shown = comparisons.flatMap(({ student, others }) => [student.id, ...others.map(({ id }) => id)]);
    await recordDisclosure(tx, {
      purpose: 'students.compare',
      filter: { designationId },
      studentIds: [...new Set(shown)],
    });
    return { designation, comparisons };
  });
}

async function findOthers(tx: Ctx, matches: readonly StudentMatch[]): Promise<Map<string, Student>> {
  const ids = matches.map(({ otherId }) => otherId);
  const others = await tx.em.find(StudentEntity, { id: { $in: ids } }, { disableIdentityMap: true });
  return new Map(others.map((other) => [other.id, other]));
}

function comparisonsOf(
  { id, status, highSchool, students }: DesignationResponse,
  matches: readonly StudentMatch[],
  others: ReadonlyMap<string, Student>,
): StudentComparison[] {
  return students.flatMap((student, index) => {
    const sides = matches
      .filter((match) => match.studentId === student.id)
      .flatMap((match) => otherSidesOf(match, others.get(match.otherId)));
    const list = { highSchoolName: highSchool.name, designationId: id, designationStatus: status };
    return sides.length === 0
      ? []
      : [{ student: { ...student, ...list, position: index + 1 }, others: sides }];
  });
}

/** Returns one side; empty if the other student was removed in the meantime. */
function otherSidesOf(match: StudentMatch, other: Student | undefined): ComparedStudent[] {
  if (other === undefined) return [];
  const { otherSchoolName: highSchoolName, otherStatus: designationStatus } = match;
  return [
    {
      ...studentResponse(other, other.designation.id),
      highSchoolName,
      designationStatus,
      position: other.position + 1,
    },
  ];
}

/**
 * Returns only the ids of those students, in list order. For administrators: staff could use it to confirm
 * a guessed name, birth date, or email address of a student at another school.
 * @throws {NotFound} when the actor may not see the designation
 * @throws {Forbidden} for staff
 */
export async function findMatchedStudents(ctx: Ctx, designationId: string): Promise<string[]> {
  const designation = await ctx.em.findOne(DesignationEntity, { id: designationId });
  const subject = { highSchoolId: designation?.highSchool.id ?? '' };
  authorizeToSee(ctx.actor, 'designation.read', subject);
  authorize(ctx.actor, 'designation.decide', subject);
  if (designation === null) throw new NotFound();
  return matchedStudents(ctx, designationId);
}
