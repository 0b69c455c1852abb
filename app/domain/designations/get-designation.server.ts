import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import {
  DESIGNATION_COLUMNS,
  DESIGNATION_TABLES,
  designationItemOf,
  type DesignationRow,
} from '#app/domain/designations/designation-rows.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import { studentAnswerOf, type StudentRow, STUDENTS_COLUMN } from '#app/domain/students/student-rows.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToKnow } from '#app/policy/authorize.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

/** What a designation is read for: to be seen, or for what only administrators do. */
type Purpose = 'designation.read' | 'designation.decide';

/**
 * One designation with its students (specification, section 7). That its students are read is recorded in
 * the same transaction. Throws NotFound for ids the actor may not know, Forbidden where they may not do what it is for.
 */
export async function getDesignation(
  ctx: Ctx,
  id: string,
  purpose: Purpose = 'designation.read',
): Promise<DesignationAnswer> {
  return inTransaction(ctx, async (tx) => {
    const designation = await loadDesignation(tx, id, purpose);
    await discloseStudents(tx, 'designation.read', designation);
    return designation;
  });
}

/** Reads like `getDesignation` without disclosing: the caller hands out no students, or discloses them. */
export async function loadDesignation(
  ctx: Ctx,
  id: string,
  purpose: Purpose = 'designation.read',
): Promise<DesignationAnswer> {
  const [row] = await ctx.em.execute<(DesignationRow & { students: StudentRow[] })[]>(
    `select ${DESIGNATION_COLUMNS}, ${STUDENTS_COLUMN} from ${DESIGNATION_TABLES} where d.id = ?`,
    [id],
  );
  const subject = { highSchoolId: row?.high_school_id ?? '' };
  authorizeToKnow(ctx.actor, 'designation.read', subject);
  authorize(ctx.actor, purpose, subject);
  if (row === undefined) throw new NotFound();
  return designationAnswerOf(row);
}

/** A row read with `STUDENTS_COLUMN` as the answer shows it. */
export function designationAnswerOf(row: DesignationRow & { students: StudentRow[] }): DesignationAnswer {
  return {
    ...designationItemOf(row),
    version: row.version,
    students: row.students.map(studentAnswerOf),
  };
}
