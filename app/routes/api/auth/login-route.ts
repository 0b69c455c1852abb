import { requestLoginCode } from '#app/domain/auth/request-login-code.server.ts';
import { LoginSchema } from '#app/schemas/auth.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { callerOf } from '#app/server/device-cookie.server.ts';

const api = apiRoute({
  POST: endpoint({
    ability: 'open',
    body: LoginSchema,
    status: 204,
    handle: async ({ ctx, body, request, loadContext }) => {
      const caller = await callerOf(request, loadContext.clientAddress, ctx.settings);
      await requestLoginCode(ctx, { ...body, ...caller });
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
