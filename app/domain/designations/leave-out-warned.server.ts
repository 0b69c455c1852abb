import { NAMED_MAX } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { incompleteDesignations } from '#app/domain/designations/incomplete-designations.server.ts';
import { matchedDesignations } from '#app/domain/students/student-match-queries.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { SeenDesignation, Staying } from '#app/schemas/designation-bulk.ts';
import { DesignationEntity } from '#db/entities/designation.ts';

/** Which warnings keep a designation out of a decision on many. */
export interface WarningsLeftOut {
  readonly incomplete: boolean;
  readonly matched: boolean;
}

/** Divides designations into those to decide on and those that a warning keeps out, judged as they are now. For administrators. */
export async function leaveOutWarned(
  ctx: Ctx,
  designations: readonly SeenDesignation[],
  warnings: WarningsLeftOut,
): Promise<{ designations: SeenDesignation[]; staying: Staying[] }> {
  authorize(ctx.actor, 'designation.decideMany');
  const ids = designations.map(({ id }) => id);
  const leftOut = new Set([
    ...(warnings.incomplete ? await incompleteDesignations(ctx, ids) : []),
    ...(warnings.matched ? await matchedDesignations(ctx, ids) : []),
  ]);
  return {
    designations: designations.filter(({ id }) => !leftOut.has(id)),
    staying: leftOut.size === 0 ? [] : [await stayingLeftOut(ctx, [...leftOut])],
  };
}

async function stayingLeftOut(ctx: Ctx, ids: readonly string[]): Promise<Staying> {
  const named = await ctx.em.find(
    DesignationEntity,
    { id: { $in: [...ids] } },
    {
      populate: ['highSchool', 'academicYear'],
      fields: ['id', 'highSchool.name', 'academicYear.year'],
      orderBy: { highSchool: { name: 'asc' }, id: 'asc' },
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
