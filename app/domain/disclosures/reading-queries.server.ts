import type { Ctx } from '#app/domain/ctx.server.ts';

/** How many students' data someone obtained within an hour, counted each time. */
export interface HourOfReading {
  readonly userId: string;
  readonly students: number;
  /** The most in an hour of the time before; 0 if there was none. */
  readonly usual: number;
}

export interface ReadingPeriod {
  /** The start of the hour. */
  readonly since: Date;
  /** The start of the time to compare with. */
  readonly comparedSince: Date;
}

/** Returns the people who obtained at least `least` students' data in the hour from `since`. */
export async function readBusyHours(
  { em }: Pick<Ctx, 'em'>,
  { since, comparedSince }: ReadingPeriod,
  least: number,
): Promise<HourOfReading[]> {
  return em.execute<HourOfReading[]>(
    `with busy as (
       select actor_id, sum(row_count)::int as students from disclosure
        where at >= ? and actor_id is not null group by actor_id having sum(row_count) >= ?)
     select b.actor_id as "userId", b.students,
            coalesce((select max(earlier.students) from (
              select sum(d.row_count)::int as students from disclosure d
               where d.actor_id = b.actor_id and d.at >= ? and d.at < ?
               group by date_trunc('hour', d.at)) earlier), 0) as usual
       from busy b order by b.students desc, b.actor_id`,
    [since, least, comparedSince, since],
  );
}
