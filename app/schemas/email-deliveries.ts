import { z } from 'zod';
import { MAIL_STATES } from './enums.ts';
import { line } from './fields.ts';
import { ListQueryShape } from './listing.ts';

const email = line(254).optional();

/** Query of the delivery list; `email` matches part of a recipient's address (decisions, section 6). */
export const DeliveryListQuerySchema = z.strictObject({ email, ...ListQueryShape });
export type DeliveryListQuery = z.output<typeof DeliveryListQuerySchema>;

export const DeliveryRecipientsQuerySchema = z.strictObject({
  email,
  state: z.array(z.enum(MAIL_STATES)).max(MAIL_STATES.length).optional(),
  limit: ListQueryShape.limit,
  offset: ListQueryShape.offset,
});
export type DeliveryRecipientsQuery = z.output<typeof DeliveryRecipientsQuerySchema>;
