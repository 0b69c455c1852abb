import { z } from 'zod';
import { BouncedAddressSchema } from './email.ts';
import { AccountEmail, line } from './fields.ts';
import { FlashSchema } from './flash.ts';
import { PageAddressSchema } from './listing.ts';

export const BounceListAddressSchema = PageAddressSchema.extend({ email: line(254).optional() });

export const ClearBounceFormSchema = z.strictObject({ intent: z.literal('clear'), email: AccountEmail });

export const BounceListScreenSchema = z.object({
  bounced: BouncedAddressSchema.array(),
  email: z.string(),
  page: z.number(),
  total: z.number(),
  flash: FlashSchema.array(),
});
