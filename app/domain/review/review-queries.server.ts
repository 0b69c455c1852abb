import { sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, queryOne } from '#app/domain/sql-queries.server.ts';
import type { Neighbor, ReviewQueue } from '#app/schemas/designation-review.ts';

/** The review queue without its year's number; a designation that isn't in the queue has no position. */
type StoredQueue = Omit<ReviewQueue, 'openedAt' | QueueNeighbor> &
  Readonly<Record<QueueNeighbor, Omit<Neighbor, 'year'> | null>>;
type QueueNeighbor = 'previous' | 'next' | 'nextPending';

const named = (found: SqlFragment) =>
  sql`(select json_build_object('id', q.id, 'name', h.name)
      from queue q join high_school h on h.id = q.high_school_id where ${found})`;

/**
 * Reads the designations of a year that were pending at a time, oldest submission first. Later decisions don't move
 * them, because the events tell which status each one had. A submission without an event counts from the creation.
 */
export function readReviewQueue(
  ctx: Connection,
  {
    yearId,
    openedAt,
    id,
  }: { readonly yearId: string; readonly openedAt: string; readonly id: string | null },
): Promise<StoredQueue> {
  return queryOne<StoredQueue>(ctx)`
     with queue as (
       select d.id, d.high_school_id, d.status,
              row_number() over (order by coalesce(submitted.at, d.created_at), d.id)::int as position
         from designation d
         left join lateral (
           select e.at from event e
            where e.subject_id = d.id and e.kind = 'designation.submitted' and e.at <= ${openedAt}::timestamptz
              and jsonb_exists(e.changes, 'status')
            order by e.at desc limit 1) submitted on true
         left join lateral (
           select e.changes #>> '{status,from}' as status from event e
            where e.subject_type = 'DESIGNATION' and e.subject_id = d.id and e.at > ${openedAt}::timestamptz
              and jsonb_exists(e.changes, 'status')
            order by e.at, e.id limit 1) changed on true
        where d.academic_year_id = ${yearId} and (d.status = 'PENDING' or d.updated_at > ${openedAt}::timestamptz)
          and d.created_at <= ${openedAt}::timestamptz and coalesce(changed.status, d.status) = 'PENDING'),
     reviewed as (select position from queue where id = ${id}::uuid)
     select (select count(*)::int from queue) as total,
            (select coalesce(json_object_agg(c.status, c.count), '{}'::json)
               from (select status, count(*)::int as count from queue group by status) c) as statuses,
            (select position from reviewed) as position,
            ${named(sql`q.position = (select position from reviewed) - 1`)} as previous,
            ${named(sql`q.position = (select position from reviewed) + 1`)} as next,
            ${named(sql`q.id = (
              select p.id from queue p where p.status = 'PENDING' and p.id is distinct from ${id}::uuid
               order by p.position <= coalesce((select position from reviewed), 0), p.position limit 1)`)}
              as "nextPending"`;
}
