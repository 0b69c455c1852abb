import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { changeDesignation, type DesignationChangeRequest } from './change-designation.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';

/**
 * Changes a designation, returns it with its students, and records the disclosure. Students replace the whole
 * list. For permissions, see specification, sections 4 and 5, and decisions, sections 3 and 5.
 * @throws {NotFound} when the actor may not see the designation
 * @throws {Forbidden} with the fields or the status that the actor may not set
 * @throws {VersionConflict} when `ifMatch` doesn't match the version
 * @throws {Conflict} when the designation is locked or the due date has passed
 * @throws {Invalid} with a path for each error
 */
export async function patchDesignation(
  ctx: Ctx,
  request: DesignationChangeRequest,
): Promise<DesignationResponse> {
  return inTransaction(ctx, async (opened) => {
    const { tx, designation } = await changeDesignation(opened, request);
    await discloseStudents(tx, 'designation.edit', designation);
    return designation;
  });
}
