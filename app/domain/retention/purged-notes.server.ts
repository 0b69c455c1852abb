import type { Ctx } from '#app/domain/ctx.server.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import { EventEntity } from '#db/entities/event.ts';

/**
 * Returns when the data of a designation's year was last purged; null if never. Events are append-only, so the
 * reviewer's notes in those up to then are hidden (ADR 43). The caller has checked access.
 */
export async function findLastPurge({ em }: Pick<Ctx, 'em'>, designationId: string): Promise<Date | null> {
  const designation = await em.findOne(
    DesignationEntity,
    { id: designationId },
    { fields: ['academicYear'], disableIdentityMap: true },
  );
  if (designation === null) return null;
  const purge = await em.findOne(
    EventEntity,
    {
      subjectType: 'ACADEMIC_YEAR',
      subjectId: designation.academicYear.id,
      kind: 'academicYear.studentsPurged',
    },
    { fields: ['at'], orderBy: { at: 'desc' }, disableIdentityMap: true },
  );
  return purge?.at ?? null;
}
