import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { readReviewQueue } from './review-queries.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { Neighbor, ReviewQueue } from '#app/schemas/designation-review.ts';
import { DesignationEntity } from '#db/entities/designation.ts';

/** Counts the active year's pending designations. For administrators. */
export async function countToReview(ctx: Ctx): Promise<number> {
  authorize(ctx.actor, 'designation.decideMany');
  return ctx.em.count(DesignationEntity, { status: 'PENDING', academicYear: { status: 'ACTIVE' } });
}

/**
 * Returns the active year's review queue as it was when the reviewer opened it, so that positions stay the same while
 * designations are decided, and the position of one designation. Null without an active year. For administrators.
 */
export async function getReviewQueue(
  ctx: Ctx,
  { openedAt, id = null }: { readonly openedAt: string; readonly id?: string | null },
): Promise<ReviewQueue | null> {
  authorize(ctx.actor, 'designation.decideMany');
  const active = await findActiveYear(ctx);
  if (active === null) return null;
  const { previous, next, nextPending, ...queue } = await readReviewQueue(ctx, {
    yearId: active.id,
    openedAt,
    id,
  });
  const inYear = (found: Omit<Neighbor, 'year'> | null) =>
    found === null ? null : { ...found, year: active.year };
  return {
    ...queue,
    openedAt,
    previous: inYear(previous),
    next: inYear(next),
    nextPending: inYear(nextPending),
  };
}
