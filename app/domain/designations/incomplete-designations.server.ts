import type { Ctx } from '#app/domain/ctx.server.ts';
import { PREVIOUS_CRITERIA_COLUMN } from '#app/domain/designations/designation-for-change.server.ts';
import {
  DESIGNATION_COLUMNS,
  DESIGNATION_TABLES,
  type DesignationRow,
} from '#app/domain/designations/designation-rows.server.ts';
import { designationAnswerOf } from '#app/domain/designations/get-designation.server.ts';
import { submissionIssues } from '#app/domain/designations/submission-issues.ts';
import { type StudentRow, STUDENTS_COLUMN } from '#app/domain/students/student-rows.ts';
import type { Criteria } from '#app/schemas/enums.ts';

/** Read at a time, with their students: a few hundred kilobytes. */
const READ_AT_A_TIME = 100;

interface ContentsRow extends DesignationRow {
  students: StudentRow[];
  previous_criteria: Criteria | null;
}

/** Which of these designations lack something that a school could not submit without. Hands out no students. */
export async function incompleteDesignations(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const incomplete = new Set<string>();
  for (let from = 0; from < ids.length; from += READ_AT_A_TIME) {
    const rows = await ctx.em.execute<ContentsRow[]>(
      `select ${DESIGNATION_COLUMNS}, ${STUDENTS_COLUMN}, ${PREVIOUS_CRITERIA_COLUMN}
         from ${DESIGNATION_TABLES} where d.id in (?)`,
      [ids.slice(from, from + READ_AT_A_TIME)],
    );
    for (const row of rows) {
      if (submissionIssues(designationAnswerOf(row), row.previous_criteria).length > 0)
        incomplete.add(row.id);
    }
  }
  return incomplete;
}
