import { z } from 'zod';
import { deliveredMessage } from '#app/domain/emails/read-deliveries.server.ts';
import { AccountEmail } from '#app/schemas/fields.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { framedEmail } from './framed-email.ts';

/** A delivery's message to one recipient, for a frame of its page. */
const calls = apiRoute(
  {
    GET: endpoint({
      ability: 'email.manage',
      params: IdParamsSchema,
      query: z.strictObject({ email: AccountEmail }),
      handle: async ({ ctx, params: { id }, query: { email } }) =>
        framedEmail({ to: email, ...(await deliveredMessage(ctx, { deliveryId: id, email })) }),
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
