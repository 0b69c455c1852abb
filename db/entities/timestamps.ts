import { p } from '@mikro-orm/core';

/** Instants are stored in UTC with millisecond precision. */
export const timestamps = {
  createdAt: p.datetime(3),
  updatedAt: p.datetime(3),
};

/** Version for optimistic locking, used as the ETag. Each change increments it. */
export const version = p.integer().version().default(1);
