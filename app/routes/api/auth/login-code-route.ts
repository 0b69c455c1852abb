import { verifyLoginCode } from '#app/domain/auth/verify-login-code.server.ts';
import { LoginCodeResponseSchema, LoginCodeSchema } from '#app/schemas/auth.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { callerOf, sessionCookieHeader } from '#app/server/cookies.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'logIn',
      summary: 'Sign in with a code',
      description: 'Sets the session cookie. After CREATE_ACCOUNT, the session can only create the account.',
      example: { email: 'counselor@school.example.org', code: '123456' },
    },
    ability: 'public',
    body: LoginCodeSchema,
    response: LoginCodeResponseSchema,
    handle: async ({ ctx, body, request, clientAddress }) => {
      const caller = await callerOf(request, clientAddress, ctx.settings);
      const { action: next, sessionSecret } = await verifyLoginCode(ctx, { ...body, ...caller });
      return {
        body: { action: next },
        headers: { 'Set-Cookie': await sessionCookieHeader(sessionSecret, ctx.settings) },
      };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
