import type { Ctx } from '#app/domain/ctx.server.ts';
import { countByStatus } from '#app/domain/designations/designation-list-queries.server.ts';
import { allOf, isAnyOf } from '#app/domain/sql-fragment.ts';
import type { Staying, StayReason } from '#app/schemas/designation-bulk.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';

/** The one status that a decision on many is made on; every other one is decided singly. */
export const WAITING: DesignationStatus = 'PENDING';

/** Why these were left alone: by the status that they have, or, where they still wait, because they were changed meanwhile. */
export async function stayingOf(ctx: Ctx, designationIds: readonly string[]): Promise<Staying[]> {
  if (designationIds.length === 0) return [];
  const counted = await countByStatus(ctx, allOf([isAnyOf('d.id', designationIds)]), {});
  return counted.map(({ reason, ...rest }) => ({ ...rest, reason: stayReasonOf(reason) }));
}

function stayReasonOf(status: DesignationStatus): StayReason {
  return status === WAITING ? 'CHANGED' : status;
}
