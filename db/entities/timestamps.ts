import { p } from '@mikro-orm/core';

/** Columns that every table of things people edit has. Instants are stored in UTC with millisecond precision. */
export const timestamps = {
  createdAt: p.datetime(3),
  updatedAt: p.datetime(3),
};

/** The optimistic lock behind every ETag: raised by each change, compared with If-Match. */
export const version = p.integer().version().default(1);
