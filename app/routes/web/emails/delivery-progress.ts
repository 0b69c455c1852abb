import { getDeliveryState } from '#app/domain/emails/read-deliveries.server.ts';
import { DeliveryUpdateQuerySchema, DeliveryUpdateSchema } from '#app/schemas/delivery-screens.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { shownRecipients } from './shown-recipients.server.ts';

/** Called by a delivery's page while sending: its progress, and the state of the displayed recipients. */
const calls = apiRoute(
  {
    GET: endpoint({
      ability: 'email.manage',
      params: IdParamsSchema,
      query: DeliveryUpdateQuerySchema,
      response: DeliveryUpdateSchema,
      handle: async ({ ctx, params: { id }, query: { rows, ...requested } }) => ({
        body: {
          delivery: await getDeliveryState(ctx, id),
          rows: rows ? await shownRecipients(ctx, id, requested) : null,
        },
      }),
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
