import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorizeToKnow } from '#app/policy/authorize.ts';
import type { Criteria } from '#app/schemas/enums.ts';

export interface PreviousCriteria {
  readonly criteria: Criteria;
  readonly year: number;
}

/**
 * The criteria of the school's nearest earlier designation that has any: for the method step's prefill and the comment
 * rule (decisions, section 5). Null where there is none.
 */
export async function findPreviousCriteria(
  ctx: Ctx,
  designation: { readonly highSchoolId: string; readonly year: number },
): Promise<PreviousCriteria | null> {
  authorizeToKnow(ctx.actor, 'designation.read', designation);
  const [previous] = await ctx.em.execute<PreviousCriteria[]>(
    `select d.criteria, y.year from designation d join academic_year y on y.id = d.academic_year_id
      where d.high_school_id = ? and y.year < ? and d.criteria is not null
      order by y.year desc limit 1`,
    [designation.highSchoolId, designation.year],
  );
  return previous ?? null;
}
