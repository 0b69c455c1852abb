import type { Ctx } from '#app/domain/ctx.server.ts';
import type { HomeYear } from './home-years.server.ts';
import { HANDED_IN_SQL } from './silent-schools-sql.ts';

/** The designations of a year that were first submitted on one day. */
export interface SubmissionDay {
  readonly yearId: string;
  /** The calendar day in the product's time zone, YYYY-MM-DD; null for designations that no event says were submitted. */
  readonly day: string | null;
  readonly designations: number;
  /** On the lists among them that are now PENDING, RETURNED or APPROVED. */
  readonly students: number;
}

/** When the designations of these years were first submitted, by the events of it, and how many students they bring. */
export async function listSubmissionDays(ctx: Ctx, years: readonly HomeYear[]): Promise<SubmissionDay[]> {
  const rows = await ctx.em.execute<
    { academic_year_id: string; day: string | null; designations: number; students: number }[]
  >(
    `select d.academic_year_id, first.day, count(*)::int as designations, coalesce(sum(s.students), 0)::int as students
       from designation d
      cross join lateral (
        select to_char(min(e.at) at time zone ?, 'YYYY-MM-DD') as day from event e
         where e.subject_id = d.id and e.kind = 'designation.submitted') first
       left join lateral (
        select count(*) as students from student s
         where s.designation_id = d.id and d.status in ${HANDED_IN_SQL}) s on true
      where d.academic_year_id in (?)
      group by 1, 2 order by 1, 2`,
    [ctx.settings.timeZone, years.map(({ id }) => id)],
  );
  return rows.map(({ academic_year_id: yearId, ...row }) => ({ yearId, ...row }));
}
