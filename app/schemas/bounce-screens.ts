import { z } from 'zod';
import { BouncedAddressSchema } from './email.ts';
import { AccountEmail, line } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { ListQueryShape, PageNumberQuerySchema } from './listing.ts';

export const BounceListPageQuerySchema = PageNumberQuerySchema.extend({ email: line(254).optional() });

/** For the command line. */
export const BounceListQuerySchema = z.strictObject({
  email: line(254).optional(),
  limit: ListQueryShape.limit,
  offset: ListQueryShape.offset,
});

export const ClearBounceFormSchema = z.strictObject({ intent: z.literal('clear'), email: AccountEmail });

export const BounceListScreenSchema = z.object({
  bounced: BouncedAddressSchema.array(),
  email: z.string(),
  page: z.number(),
  total: z.number(),
  flash: FlashSchema.array(),
});
