import type { Ctx } from '#app/domain/ctx.server.ts';
import { readEarlierYears } from '#app/domain/designations/designation-queries.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { YearFigures } from '#app/schemas/designation-review.ts';

/** The school's designations of earlier years, newest first, for comparison; for administrators. In one statement. */
export async function listEarlierYears(
  ctx: Ctx,
  designation: { readonly highSchoolId: string; readonly year: number },
): Promise<YearFigures[]> {
  authorize(ctx.actor, 'designation.decide', designation);
  return readEarlierYears(ctx, designation);
}
