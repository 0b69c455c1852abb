import { listPasskeys } from '#app/domain/auth/passkeys.server.ts';
import { PasskeyListQuerySchema, PasskeySchema } from '#app/schemas/passkey.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listPasskeys',
      summary: 'List passkeys',
      description: "Administrators see everyone's; others see their own. Requires a session.",
    },
    ability: 'passkey.read',
    scope: null,
    query: PasskeyListQuerySchema,
    response: PasskeySchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listPasskeys(ctx, query);
      return { body: [...items], total };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
