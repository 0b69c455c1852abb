import { offerPasskeySignIn } from '#app/domain/auth/sign-in-with-passkey.server.ts';
import { PasskeyOptionsSchema } from '#app/schemas/passkey.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { requestingBrowserOf } from '#app/server/cookies.server.ts';

/** Called by the sign-in page's script. Returns what the browser needs to sign in with a passkey. */
const calls = apiRoute(
  {
    POST: endpoint({
      ability: 'public',
      response: PasskeyOptionsSchema,
      handle: async ({ ctx, request, clientAddress }) => {
        const browser = await requestingBrowserOf(request, clientAddress, ctx.settings);
        const options = await offerPasskeySignIn(ctx, browser);
        return { body: { ...options }, headers: { 'Set-Cookie': browser.setCookie } };
      },
    }),
  },
  'BROWSER',
);

export const loader = calls.loader;
export const action = calls.action;
