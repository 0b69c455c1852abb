import { approvePasskey } from '#app/domain/auth/passkeys.server.ts';
import { PasskeySchema } from '#app/schemas/passkey.ts';
import { IdParamsSchema } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'approvePasskey',
      summary: "Approve an administrator's passkey",
      description:
        "If the REQUIRE_PASSKEY setting is `administrators`, signing in with this passkey will then give them administrator rights. You can't approve your own. Requires a session.",
    },
    ability: 'passkey.approve',
    scope: null,
    params: IdParamsSchema,
    response: PasskeySchema,
    handle: async ({ ctx, params }) => ({ body: await approvePasskey(ctx, params.id) }),
  }),
});

export const loader = api.loader;
export const action = api.action;
