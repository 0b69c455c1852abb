import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { studentAnswer } from '#app/domain/designations/designation-answer.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { readMatches, type StudentMatch } from '#app/domain/students/student-match-queries.server.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { ComparedStudent, StudentComparison } from '#app/schemas/student-comparison.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';

/**
 * For administrators: the designation, and each of its students who looks like somebody on another school's list of the same
 * year beside those (decisions, section 5), in the order of the list. Both sides are handed out and disclosed in the same
 * transaction; an answer without a body hands out nothing. Throws NotFound for ids the actor may not know, Forbidden for staff.
 */
export async function compareStudents(
  ctx: Ctx,
  designationId: string,
): Promise<{ designation: DesignationAnswer; comparisons: StudentComparison[] }> {
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
  designation: DesignationAnswer,
  matches: readonly StudentMatch[],
  others: ReadonlyMap<string, Student>,
): StudentComparison[] {
  return designation.students.flatMap((student, index) => {
    const sides = matches
      .filter((match) => match.studentId === student.id)
      .flatMap((match) => otherSidesOf(match, others.get(match.otherId)));
    if (sides.length === 0) return [];
    const side: ComparedStudent = {
      ...student,
      highSchoolName: designation.highSchool.name,
      designationId: designation.id,
      designationStatus: designation.status,
      place: index + 1,
    };
    return [{ student: side, others: sides }];
  });
}

/** One side, or none where the other student was removed in between. */
function otherSidesOf(match: StudentMatch, other: Student | undefined): ComparedStudent[] {
  if (other === undefined) return [];
  const { otherSchoolName: highSchoolName, otherStatus: designationStatus } = match;
  return [{ ...studentAnswer(other), highSchoolName, designationStatus, place: other.position + 1 }];
}
