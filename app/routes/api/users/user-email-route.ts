import { requestEmailChange } from '#app/domain/users/user-email.server.ts';
import { resolveUserId } from '#app/domain/users/read-users.server.ts';
import { UserIdParamsSchema } from '#app/schemas/route-params.ts';
import { EmailChangeSchema } from '#app/schemas/user.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { callerOf } from '#app/server/cookies.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'requestEmailChange',
      summary: 'Request a code for a new email address',
      description:
        'Emails a code to the new address. To change the address, send the code as `emailCode` in `PATCH users/@me`.',
      example: { email: 'new@school.example.org' },
    },
    ability: 'user.edit',
    scope: null,
    params: UserIdParamsSchema,
    body: EmailChangeSchema,
    status: 204,
    handle: async ({ ctx, params, body, request, clientAddress }) => {
      const userId = resolveUserId(ctx.actor, params.id);
      const caller = await callerOf(request, clientAddress, ctx.settings);
      await requestEmailChange(ctx, { userId, ...body, ...caller });
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
