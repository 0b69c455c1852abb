import type { z } from 'zod';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { bouncedAmong } from '#app/domain/bounces/bounced-addresses.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { listDeliveryRecipients } from '#app/domain/emails/read-deliveries.server.ts';
import type { DeliveryPageQuerySchema, ShownRecipients } from '#app/schemas/delivery-screens.ts';

export async function shownRecipients(
  ctx: Ctx,
  id: string,
  { page = 1, email, state }: z.output<typeof DeliveryPageQuerySchema>,
): Promise<ShownRecipients> {
  const paging = { limit: SCREEN_PAGE_SIZE, offset: (page - 1) * SCREEN_PAGE_SIZE };
  const { items, total } = await listDeliveryRecipients(ctx, id, { email, state, ...paging });
  return {
    recipients: [...items],
    bounced: await bouncedAmong(
      ctx,
      items.map((recipient) => recipient.email),
    ),
    total: total ?? items.length,
  };
}
