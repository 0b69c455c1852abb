import type { Ctx } from '#app/domain/ctx.server.ts';
import { VersionConflict } from '#app/lib/domain-errors.ts';
import { ELSEWHERE } from '#app/lib/editing-labels.ts';
import { fullName } from '#app/lib/person-name.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import { actorId } from '#app/policy/actor.ts';
import type { LastChange } from '#app/schemas/designation-editing.ts';
import { EventEntity } from '#db/entities/event.ts';

/** Who changed a designation last, and when; null where no event tells. The caller has asked permission for the designation. */
export async function findLastChange(ctx: Ctx, designationId: string): Promise<LastChange | null> {
  const event = await ctx.em.findOne(
    EventEntity,
    { subjectType: 'DESIGNATION', subjectId: designationId },
    { populate: ['actor'], orderBy: { at: 'desc', id: 'desc' } },
  );
  if (event === null) return null;
  const { at, actor } = event;
  const by = actor && { id: actor.id, firstName: actor.firstName, lastName: actor.lastName };
  return { at: at.toISOString(), by: by ?? null };
}

/** The refusal of a change to an older version of a designation: it names who changed it since, and when; never what. */
export async function designationVersionConflict(ctx: Ctx, designationId: string): Promise<VersionConflict> {
  const changed = await findLastChange(ctx, designationId);
  if (changed?.by == null) return new VersionConflict();
  const when = formatInZone(changed.at, ctx.settings.timeZone);
  const change =
    changed.by.id === actorId(ctx.actor)
      ? `You changed this ${ELSEWHERE} on ${when}`
      : `${fullName(changed.by)} changed this on ${when}`;
  return new VersionConflict(change, { changed });
}
