import type { Ctx } from '#app/domain/ctx.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { isAdmin } from '#app/policy/actor.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

/**
 * Writes down that an administrator is handed a designation's students (decisions, section 8), in the caller's
 * transaction; `formerIds` are students no longer on its list whose data go with it. A school reading its own list
 * discloses nothing, nor does an answer without a body.
 */
export async function discloseStudents(
  ctx: Ctx,
  purpose: string,
  designation: DesignationAnswer,
  formerIds: readonly string[] = [],
): Promise<void> {
  if (!isAdmin(ctx.actor) || ctx.headOnly === true) return;
  await recordDisclosure(ctx, {
    purpose,
    filter: { designationId: designation.id },
    studentIds: [...designation.students.map((student) => student.id), ...formerIds],
  });
}
