import type { Ctx } from '#app/domain/ctx.server.ts';
import { RateLimited } from '#app/lib/domain-errors.ts';
import { RateLimitEntity } from '#db/entities/rate-limit.ts';
import { countInWindow } from './auth-queries.server.ts';
import { keyedHash } from './session-secret.server.ts';

export interface Limited {
  readonly name: string;
  /** Who or what is limited; only a hash is stored. */
  readonly subject: string;
  readonly windowMinutes: number;
}

export interface WindowCount {
  readonly count: number;
  readonly secondsLeft: number;
}

/**
 * Counts an event toward a rate limit, and locks the counter. A window starts with the first event after the last window.
 */
export async function countOnce(ctx: Ctx, { name, subject, windowMinutes }: Limited): Promise<WindowCount> {
  const now = ctx.now();
  const windowEndsAt = new Date(now.getTime() + windowMinutes * 60_000);
  const counted = await countInWindow(ctx, { key: keyOf(ctx, { name, subject }), windowEndsAt, now });
  return { count: counted.count, secondsLeft: secondsBetween(now, counted.windowEndsAt) };
}

interface RateLimitRule extends Limited {
  /** How many are allowed in a window. */
  readonly max: number;
  readonly message: (secondsLeft: number) => string;
}

/**
 * Counts like `countOnce`.
 * @throws {RateLimited} after more than `max` in a window
 */
export async function limitRate(ctx: Ctx, { max, message, ...limited }: RateLimitRule): Promise<void> {
  const { count, secondsLeft } = await countOnce(ctx, limited);
  if (count > max) throw new RateLimited(message(secondsLeft), secondsLeft);
}

/** Returns a rate limit's count in its current window without counting. */
export async function currentCount(ctx: Ctx, limited: Limited): Promise<WindowCount> {
  const now = ctx.now();
  const limit = await ctx.em.findOne(
    RateLimitEntity,
    { key: keyOf(ctx, limited), windowEndsAt: { $gt: now } },
    { refresh: true },
  );
  return limit === null
    ? { count: 0, secondsLeft: 0 }
    : { count: limit.count, secondsLeft: secondsBetween(now, limit.windowEndsAt) };
}

function keyOf({ settings }: Ctx, { name, subject }: Pick<Limited, 'name' | 'subject'>): string {
  const [secret = ''] = settings.sessionSecrets;
  return `${name}:${keyedHash(secret, 'rate-limit', subject)}`;
}

/** Returns whole seconds, at least one. */
export function secondsBetween(now: Date, end: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
