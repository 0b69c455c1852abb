import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changeDesignation, type DesignationChangeRequest } from './change-designation.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

/**
 * Changes one designation and answers it with its students, which is recorded as a disclosure. Who may change what
 * stands in specification, sections 4 and 5, and decisions, sections 3 and 5. Students sent replace the list as one.
 * @throws {NotFound} for ids the actor may not know
 * @throws {Forbidden} for fields or a status not theirs to set, naming them
 * @throws {VersionConflict} where `ifMatch` is another version
 * @throws {Conflict} for a locked designation or after the due date
 * @throws {Invalid} with a path for every error
 */
export async function patchDesignation(
  ctx: Ctx,
  request: DesignationChangeRequest,
): Promise<DesignationAnswer> {
  return inTransaction(ctx, async (opened) => {
    const { tx, designation } = await changeDesignation(opened, request);
    await discloseStudents(tx, 'designation.edit', designation);
    return designation;
  });
}
