import { signInWithPasskey } from '#app/domain/auth/sign-in-with-passkey.server.ts';
import { PasskeySignedInSchema, PasskeySignInSchema } from '#app/schemas/passkey.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { callerOf, sessionCookieHeader } from '#app/server/cookies.server.ts';

/** Called by the sign-in page's script with what the passkey signed. Sets the session cookie. */
const calls = apiRoute(
  {
    POST: endpoint({
      ability: 'public',
      body: PasskeySignInSchema,
      response: PasskeySignedInSchema,
      handle: async ({ ctx, body: { assertion, to }, request, clientAddress }) => {
        const caller = await callerOf(request, clientAddress, ctx.settings);
        const secret = await signInWithPasskey(ctx, { ...caller, assertion });
        return {
          body: { to },
          headers: { 'Set-Cookie': await sessionCookieHeader(secret, ctx.settings) },
        };
      },
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
