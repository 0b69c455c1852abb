import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

/** A counter for one time window. `key` is the limit's name and a hash of its subject. */
export const RateLimitEntity = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limit',
  properties: {
    key: p.text().primary(),
    count: p.integer(),
    windowEndsAt: p.datetime(3).index('rate_limit_window_ends_at_index'),
  },
  checks: [{ name: 'rate_limit_count_check', expression: 'count >= 0' }],
});
export type RateLimit = InferEntity<typeof RateLimitEntity>;
