import { getDeliveryDetails } from '#app/domain/emails/read-deliveries.server.ts';
import { DeliveryDetailsSchema } from '#app/schemas/email.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'getDelivery', summary: 'Get a delivery' },
    ability: 'email.manage',
    params: IdParamsSchema,
    response: DeliveryDetailsSchema,
    handle: async ({ ctx, params }) => ({ body: await getDeliveryDetails(ctx, params.id) }),
  }),
});

export const loader = api.loader;
export const action = api.action;
