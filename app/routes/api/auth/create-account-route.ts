import { createAccount } from '#app/domain/users/create-account.server.ts';
import { CreateAccountSchema } from '#app/schemas/auth.ts';
import { UserResponseSchema } from '#app/schemas/user.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { callerOf, sessionCookieHeader } from '#app/server/cookies.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'createAccount',
      summary: 'Create an account',
      description: 'For the address that was just verified. Accepts its open invites.',
      example: {
        firstName: 'Ada',
        lastName: 'Example',
        email: 'counselor@school.example.org',
        phone: '(907) 555-0100',
      },
      hasVersion: true,
    },
    ability: 'public',
    body: CreateAccountSchema,
    response: UserResponseSchema,
    handle: async ({ ctx, body, request, clientAddress }) => {
      const caller = await callerOf(request, clientAddress, ctx.settings);
      const { user, sessionSecret } = await createAccount(ctx, { ...body, ...caller });
      return {
        body: user,
        version: user.version,
        headers: { 'Set-Cookie': await sessionCookieHeader(sessionSecret, ctx.settings) },
      };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
