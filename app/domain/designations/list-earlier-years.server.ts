import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { YearFigures } from '#app/schemas/designation-review.ts';

/** How far back a comparison goes. */
const EARLIER_YEARS_MAX = 10;

/** The school's designations of earlier years, newest first, for comparison; for administrators. In one statement. */
export async function listEarlierYears(
  ctx: Ctx,
  designation: { readonly highSchoolId: string; readonly year: number },
): Promise<YearFigures[]> {
  authorize(ctx.actor, 'designation.decide', designation);
  return ctx.em.execute<YearFigures[]>(
    `select d.id, y.year, d.class_size as "classSize", d.criteria, d.status,
            (select count(*)::int from student s where s.designation_id = d.id) as "studentCount"
       from designation d join academic_year y on y.id = d.academic_year_id
      where d.high_school_id = ? and y.year < ?
      order by y.year desc limit ${EARLIER_YEARS_MAX}`,
    [designation.highSchoolId, designation.year],
  );
}
