import type { Ctx } from '#app/domain/ctx.server.ts';
import { insertStaffRead } from '#app/domain/disclosures/disclosure-queries.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { isAdmin } from '#app/policy/actor.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

/**
 * Records that a designation's students and `formerIds` are shown (decisions, section 8): to administrators
 * each time, to staff once per person, designation, day, and student. Does nothing for HEAD requests.
 */
export async function discloseStudents(
  ctx: Ctx,
  purpose: string,
  designation: DesignationAnswer,
  formerIds: readonly string[] = [],
): Promise<void> {
  const studentIds = [...designation.students.map((student) => student.id), ...formerIds];
  if (studentIds.length === 0 || ctx.headOnly === true) return;
  const disclosure = { purpose, filter: { designationId: designation.id }, studentIds };
  const { actor } = ctx;
  if (isAdmin(actor) || actor.kind !== 'user') await recordDisclosure(ctx, disclosure);
  else await insertStaffRead(ctx, { ...disclosure, actor });
}
