import { NAMED_MAX } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { countByStatus, withIds } from './designation-list-queries.server.ts';
import { incompleteDesignations } from './incomplete-designations.server.ts';
import { matchedDesignations } from '#app/domain/students/student-match-queries.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { ExpectedDesignation, Skipped } from '#app/schemas/designation-bulk.ts';
import type { DesignationStatus } from '#app/schemas/enums.ts';
import { DesignationEntity } from '#db/entities/designation.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import { byName } from '#db/name-order.ts';

/** The only status from which bulk decisions change designations. */
export const DECIDABLE_STATUS: DesignationStatus = 'PENDING';

/** Returns why designations were skipped: their status, or a change since they were displayed. */
export async function skippedOf(ctx: Ctx, designationIds: readonly string[]): Promise<Skipped[]> {
  if (designationIds.length === 0) return [];
  const counted = await countByStatus(ctx, withIds(designationIds), {});
  return counted.map(({ reason, ...rest }) => ({
    ...rest,
    reason: reason === DECIDABLE_STATUS ? 'CHANGED' : reason,
  }));
}

/** Merges the skipped designations of two disjoint parts of a selection, one entry per reason. */
export function joinSkipped(one: readonly Skipped[], other: readonly Skipped[]): Skipped[] {
  const joined = new Map(one.map((skipped) => [skipped.reason, skipped]));
  for (const { reason, count, named } of other) {
    const before = joined.get(reason);
    joined.set(reason, {
      reason,
      count: count + (before?.count ?? 0),
      named: [...(before?.named ?? []), ...named].slice(0, NAMED_MAX),
    });
  }
  return [...joined.values()];
}

/** The warnings that exclude a designation from a bulk decision. */
export interface SkippedWarnings {
  readonly incomplete: boolean;
  readonly matched: boolean;
}

/** Splits designations into those to decide and those skipped because of a warning. For administrators. */
export async function skipWarned(
  ctx: Ctx,
  designations: readonly ExpectedDesignation[],
  warnings: SkippedWarnings,
): Promise<{ designations: ExpectedDesignation[]; skipped: Skipped[] }> {
  authorize(ctx.actor, 'designation.decideMany');
  const ids = designations.map(({ id }) => id);
  const deselected = new Set([
    ...(warnings.incomplete ? await incompleteDesignations(ctx, ids) : []),
    ...(warnings.matched ? await matchedDesignations(ctx, ids) : []),
  ]);
  return {
    designations: designations.filter(({ id }) => !deselected.has(id)),
    skipped: deselected.size === 0 ? [] : [await skippedByChoice(ctx, [...deselected])],
  };
}

async function skippedByChoice(ctx: Ctx, ids: readonly string[]): Promise<Skipped> {
  const named = await ctx.em.find(
    DesignationEntity,
    { id: { $in: [...ids] } },
    {
      populate: ['highSchool', 'academicYear'],
      fields: ['id', 'highSchool.name', 'academicYear.year'],
      orderBy: [{ highSchool: { [byName<HighSchool>('name')]: 'asc' } }, { id: 'asc' }],
      limit: NAMED_MAX,
    },
  );
  return {
    reason: 'LEFT_OUT',
    count: ids.length,
    named: named.map(({ id, highSchool, academicYear }) => ({
      id,
      name: highSchool.name,
      year: academicYear.year,
    })),
  };
}
