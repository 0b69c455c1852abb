import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { STUDENT_MATCHES } from '#app/domain/students/student-match-sql.ts';
import { type PlacedStudentRow, studentAnswerOf } from '#app/domain/students/student-rows.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import type { ComparedStudent, StudentComparison } from '#app/schemas/student-comparison.ts';

interface MatchRow {
  student_id: string;
  other: PlacedStudentRow;
  other_status: DesignationStatus;
  other_school_name: string;
}

/**
 * For administrators: the designation, and each of its students who looks like somebody on another school's list of the same
 * year beside those (decisions, section 5), in the order of the list. Both sides are handed out and disclosed in the same
 * transaction; an answer without a body hands out nothing. Throws NotFound for ids the actor may not know, Forbidden for staff.
 */
export async function compareStudents(
  ctx: Ctx,
  designationId: string,
): Promise<{ designation: DesignationAnswer; comparisons: StudentComparison[] }> {
  return inTransaction(ctx, async (tx) => {
    const designation = await loadDesignation(tx, designationId, 'designation.decide');
    const comparisons = comparisonsOf(designation, await listMatches(tx, designationId));
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

function listMatches(ctx: Ctx, designationId: string): Promise<MatchRow[]> {
  return ctx.em.execute<MatchRow[]>(
    `select m.student_id, m.other, m.other_status, h.name as other_school_name
       from designation d
       cross join lateral (
         select s.id as student_id, row_to_json(o) as other, o.position, e.status as other_status, e.high_school_id
           from ${STUDENT_MATCHES}
       ) m
       join high_school h on h.id = m.high_school_id
      where d.id = ?
      order by h.name collate "und-x-icu", h.id, m.position, m.other->>'id'`,
    [designationId],
  );
}

function comparisonsOf(designation: DesignationAnswer, matches: readonly MatchRow[]): StudentComparison[] {
  return designation.students.flatMap((student, index) => {
    const others = matches.filter((match) => match.student_id === student.id).map(otherSideOf);
    if (others.length === 0) return [];
    const side: ComparedStudent = {
      ...student,
      highSchoolName: designation.highSchool.name,
      designationId: designation.id,
      designationStatus: designation.status,
      place: index + 1,
    };
    return [{ student: side, others }];
  });
}

function otherSideOf({ other, other_status: status, other_school_name: name }: MatchRow): ComparedStudent {
  const student = studentAnswerOf(other);
  return {
    ...student,
    highSchoolName: name,
    designationStatus: status,
    place: other.position + 1,
  };
}
