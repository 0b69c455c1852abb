import type { Ctx } from '#app/domain/ctx.server.ts';
import { getDeliveryDetails } from '#app/domain/emails/read-deliveries.server.ts';
import { DeliveryDetailsSchema } from '#app/schemas/email.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint, type Operation } from '#app/server/api-endpoint.ts';
import { type ApiRoute, apiRoute } from '#app/server/api-route.server.ts';

/** Returns a REST route that acts on a delivery and returns its new state. */
export function deliveryTransitionRoute(
  act: (ctx: Ctx, id: string) => Promise<unknown>,
  operation: Operation,
): ApiRoute {
  return apiRoute({
    POST: endpoint({
      operation,
      ability: 'email.manage',
      params: IdParamsSchema,
      response: DeliveryDetailsSchema,
      handle: async ({ ctx, params: { id } }) => {
        await act(ctx, id);
        return { body: await getDeliveryDetails(ctx, id) };
      },
    }),
  });
}
