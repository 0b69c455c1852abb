import { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { insertStaffRead } from '#app/domain/disclosures/disclosure-queries.server.ts';
import { recordDisclosure } from '#app/domain/disclosures/record-disclosure.server.ts';
import { isAdmin } from '#app/policy/actor.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { EventEntity } from '#db/entities/event.ts';

const RemovedStudentsSchema = z.object({ students: z.object({ removed: z.array(z.string()) }) });

/**
 * Records that a designation's students and `formerIds` are shown (decisions, section 8): to administrators
 * each time, to staff once per person, designation, day, and student. Does nothing for HEAD requests.
 */
export async function discloseStudents(
  ctx: Ctx,
  purpose: string,
  designation: DesignationResponse,
  formerIds: readonly string[] = [],
): Promise<void> {
  const studentIds = [...designation.students.map((student) => student.id), ...formerIds];
  if (studentIds.length === 0 || ctx.headOnly === true) return;
  const disclosure = { purpose, filter: { designationId: designation.id }, studentIds };
  const { actor } = ctx;
  if (isAdmin(actor) || actor.kind !== 'user') await recordDisclosure(ctx, disclosure);
  else await insertStaffRead(ctx, { ...disclosure, actor });
}

/**
 * Records that texts about a designation, such as its messages, are shown: of everyone on the list now or earlier,
 * because they may be about any of them.
 */
export async function discloseTexts(
  tx: Ctx,
  purpose: string,
  designation: DesignationResponse,
): Promise<void> {
  const events = await tx.em.find(
    EventEntity,
    {
      ...{ subjectType: 'DESIGNATION', subjectId: designation.id },
      changes: { students: { removed: { $ne: null } } },
    },
    { fields: ['changes'], orderBy: { at: 'asc', id: 'asc' } },
  );
  const formerIds = new Set(
    events.flatMap(({ changes }) => RemovedStudentsSchema.parse(changes).students.removed),
  );
  for (const { id } of designation.students) formerIds.delete(id);
  await discloseStudents(tx, purpose, designation, [...formerIds]);
}
