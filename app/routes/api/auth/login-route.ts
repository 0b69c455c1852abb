import { requestLoginCode } from '#app/domain/auth/request-code.server.ts';
import { LoginSchema } from '#app/schemas/auth.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { requestingBrowserOf } from '#app/server/cookies.server.ts';

const api = apiRoute({
  POST: endpoint({
    operation: {
      id: 'requestLoginCode',
      summary: 'Request a sign-in code',
      description: 'Emails a code. The response is the same for every address.',
      example: { email: 'counselor@school.example.org' },
    },
    ability: 'public',
    body: LoginSchema,
    status: 204,
    handle: async ({ ctx, body, request, clientAddress }) => {
      const browser = await requestingBrowserOf(request, clientAddress, ctx.settings);
      await requestLoginCode(ctx, { ...body, ...browser });
      return { body: undefined, headers: { 'Set-Cookie': browser.setCookie } };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
