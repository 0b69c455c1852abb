import { listIdentities } from '#app/domain/auth/linked-identities.server.ts';
import { IdentityListQuerySchema, IdentitySchema } from '#app/schemas/identity.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listIdentities',
      summary: 'List linked identities',
      description: "Administrators see everyone's; others see their own. Requires a session.",
    },
    ability: 'identity.read',
    scope: null,
    query: IdentityListQuerySchema,
    response: IdentitySchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listIdentities(ctx, query);
      return { body: [...items], total };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
