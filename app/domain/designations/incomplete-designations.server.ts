import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { ANSWERED_RELATIONS, designationAnswer } from './get-designation.server.ts';
import { readPreviousCriteria } from './designation-queries.server.ts';
import { submissionIssues } from './submission-issues.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { type Student, StudentEntity } from '#db/entities/student.ts';

/** Designations per batch, with their students: a few hundred kilobytes. */
const READ_AT_A_TIME = 50;

/** Returns which designations lack what a submission requires. Returns no student data. */
export async function incompleteDesignations(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const incomplete = new Set<string>();
  for (let from = 0; from < ids.length; from += READ_AT_A_TIME) {
    const { designations, students, criteria } = await inSnapshot(ctx, (tx) =>
      readContents(tx, ids.slice(from, from + READ_AT_A_TIME)),
    );
    for (const designation of designations) {
      const answer = designationAnswer(ctx, designation, students.get(designation.id) ?? []);
      if (submissionIssues(answer, criteria.get(answer.id) ?? null).length > 0) incomplete.add(answer.id);
    }
  }
  return incomplete;
}

async function readContents(tx: Ctx, ids: readonly string[]) {
  const designations = await tx.em.find(
    DesignationEntity,
    { id: { $in: [...ids] } },
    { populate: ANSWERED_RELATIONS, disableIdentityMap: true },
  );
  return { designations, students: await studentsOf(tx, ids), criteria: await readPreviousCriteria(tx, ids) };
}

async function studentsOf(ctx: Ctx, designationIds: readonly string[]): Promise<Map<string, Student[]>> {
  const students = await ctx.em.find(
    StudentEntity,
    { designation: { $in: [...designationIds] } },
    { orderBy: { position: 'asc', id: 'asc' }, disableIdentityMap: true },
  );
  const byDesignation = new Map<string, Student[]>();
  for (const student of students) {
    const list = byDesignation.get(student.designation.id);
    if (list === undefined) byDesignation.set(student.designation.id, [student]);
    else list.push(student);
  }
  return byDesignation;
}
