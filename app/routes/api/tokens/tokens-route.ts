import { createAccessToken, listAccessTokens } from '#app/domain/auth/access-tokens.server.ts';
import { resolveUserId } from '#app/domain/users/read-users.server.ts';
import {
  AccessTokenCreateSchema,
  AccessTokenListQuerySchema,
  AccessTokenSchema,
  CreatedAccessTokenSchema,
} from '#app/schemas/access-token.ts';
import { SELF } from '#app/schemas/route-params.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';

const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'listAccessTokens',
      summary: 'List access tokens',
      description: "Administrators see everyone's; others see their own. Requires a session.",
    },
    ability: 'token.read',
    scope: null,
    query: AccessTokenListQuerySchema,
    response: AccessTokenSchema.array(),
    handle: async ({ ctx, query }) => {
      const { items, total } = await listAccessTokens(ctx, query);
      return { body: [...items], total };
    },
  }),
  POST: endpoint({
    operation: {
      id: 'createAccessToken',
      summary: 'Create an access token',
      description:
        'For yourself. Only this response includes `secret`. READ is for calls that change nothing, EXPORT is for downloads, and MANAGE is for changes. Requires a session.',
      example: { name: 'Nightly export', scopes: ['READ', 'EXPORT'], days: 30 },
    },
    ability: 'token.create',
    scope: null,
    body: AccessTokenCreateSchema,
    response: CreatedAccessTokenSchema,
    status: 201,
    handle: async ({ ctx, body }) => ({
      body: await createAccessToken(ctx, { ...body, userId: resolveUserId(ctx.actor, SELF) }),
    }),
  }),
});

export const loader = api.loader;
export const action = api.action;
