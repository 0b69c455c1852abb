import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import {
  changeDesignation,
  type DesignationChangeRequest,
} from '#app/domain/designations/change-designation.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

/**
 * Changes one designation and answers it with its students, which is recorded as a disclosure
 * (specification, sections 4 and 5; decisions, sections 3 and 5). All or nothing:
 *
 * - Staff, while STARTED, PENDING or RETURNED: contents and accepted terms; the status only to PENDING. Drafts may be
 *   incomplete; what they save as PENDING is complete and in time.
 * - Administrators, always: contents within the band and comment rules, any status, reasons, note, and whether to mail.
 * - Students in the patch replace the list as one; rows whose id is sent keep it.
 *
 * Throws NotFound for ids the actor may not know; Forbidden, naming them, for fields or a status not theirs to set; Stale
 * when `ifMatch` is another version; Conflict for a locked designation or after the due date; Invalid with a path for
 * every fault.
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
