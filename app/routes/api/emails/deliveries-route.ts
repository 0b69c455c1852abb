import { listDeliveries } from '#app/domain/emails/read-deliveries.server.ts';
import { DeliveryResponseSchema } from '#app/schemas/email.ts';
import { DeliveryListQuerySchema } from '#app/schemas/delivery-screens.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: { id: 'listDeliveries', summary: 'List deliveries' },
    ability: 'email.manage',
    query: DeliveryListQuerySchema,
    response: DeliveryResponseSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listDeliveries(ctx, query);
      return { body: [...items], total };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
