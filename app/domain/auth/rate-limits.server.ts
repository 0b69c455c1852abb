import type { Ctx } from '#app/domain/ctx.server.ts';
import { RateLimitEntity } from '#db/entities/rate-limit.ts';
import { keyedHash } from './keyed-hash.server.ts';

export interface Limited {
  /** What is counted, like 'codes-per-address'. */
  readonly what: string;
  /** For whom; only its hash is stored. */
  readonly whom: string;
  readonly windowMinutes: number;
}

export interface WindowCount {
  readonly count: number;
  readonly secondsLeft: number;
}

/** Counts stay far from the end of the column's range, however long somebody hammers. */
const COUNT_MAX = 1_000_000;

/**
 * Counts once more and answers the count of the present window, which begins with the first event and restarts at the
 * first one after its end. One statement; in a transaction the counter stays locked until its end.
 */
export async function countOnce(ctx: Ctx, { what, whom, windowMinutes }: Limited): Promise<WindowCount> {
  const now = ctx.now();
  const windowEnd = new Date(now.getTime() + windowMinutes * 60_000);
  const [row] = await ctx.em.execute<{ count: number; window_ends_at: string }[]>(
    `insert into rate_limit as kept (key, count, window_ends_at) values (?, 1, ?)
     on conflict (key) do update
       set count = case when kept.window_ends_at <= ? then 1 else least(kept.count + 1, ?) end,
           window_ends_at = case when kept.window_ends_at <= ? then excluded.window_ends_at
                                 else kept.window_ends_at end
     returning count, window_ends_at`,
    [keyOf(ctx, { what, whom }), windowEnd, now, COUNT_MAX, now],
  );
  if (row === undefined) throw new Error('The counter answered nothing');
  return { count: row.count, secondsLeft: secondsBetween(now, new Date(row.window_ends_at)) };
}

/** The count of the present window, without counting. */
export async function presentCount(ctx: Ctx, limited: Limited): Promise<WindowCount> {
  const now = ctx.now();
  const kept = await ctx.em.findOne(RateLimitEntity, {
    key: keyOf(ctx, limited),
    windowEndsAt: { $gt: now },
  });
  return kept === null
    ? { count: 0, secondsLeft: 0 }
    : { count: kept.count, secondsLeft: secondsBetween(now, kept.windowEndsAt) };
}

function keyOf({ settings }: Ctx, { what, whom }: Pick<Limited, 'what' | 'whom'>): string {
  const [secret = ''] = settings.sessionSecrets;
  return `${what}:${keyedHash(secret, 'rate-limit', whom)}`;
}

function secondsBetween(now: Date, end: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
