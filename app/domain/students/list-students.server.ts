import type { Ctx } from '#app/domain/ctx.server.ts';
import { getDesignation } from '#app/domain/designations/get-designation.server.ts';
import type { StudentAnswer } from '#app/schemas/student.ts';

/**
 * The students of a designation, in the order of its list (specification, section 7). Disclosed and refused like the
 * designation itself.
 */
export async function listStudents(ctx: Ctx, designationId: string): Promise<StudentAnswer[]> {
  const { students } = await getDesignation(ctx, designationId);
  return students;
}
