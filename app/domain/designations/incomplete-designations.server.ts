import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { designationResponse, findWithStudents } from './get-designation.server.ts';
import { readPreviousCriteria } from './designation-queries.server.ts';
import { submissionIssues } from './submission-issues.ts';

/** Designations per batch, with their students: a few hundred kilobytes. */
const BATCH_SIZE = 50;

/** Returns which designations lack what a submission requires. Returns no student data. */
export async function incompleteDesignations(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const incomplete = new Set<string>();
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const some = ids.slice(from, from + BATCH_SIZE);
    const { lists, criteria } = await inSnapshot(ctx, async (tx) => ({
      lists: await findWithStudents(tx, some),
      criteria: await readPreviousCriteria(tx, some),
    }));
    for (const { designation, students } of lists) {
      const response = designationResponse(ctx, designation, students);
      if (submissionIssues(response, criteria.get(response.id) ?? null).length > 0)
        incomplete.add(response.id);
    }
  }
  return incomplete;
}
