import { redirect } from '@remix-run/node';
import { endSession } from '#app/domain/auth/sessions.server.ts';
import { endpoint } from '#app/server/api-endpoint.ts';
import { LOGOUT } from '#app/server/link-questions.ts';
import { apiRoute } from '#app/server/api-route.server.ts';
import { PUBLIC_FORM } from '#app/server/read-form.server.ts';
import { readBytes } from '#app/server/read-body.server.ts';
import { logoutCookieHeader, sessionCookieHeader } from '#app/server/cookies.server.ts';

/** Ends the session. GET (the menu's link) redirects to the login page, POST returns 204. HEAD changes nothing. */
const api = apiRoute({
  GET: endpoint({
    operation: {
      id: 'logOutByLink',
      summary: 'Log out by link',
      description: 'Ends the session and redirects to the sign-in page.',
    },
    ability: 'public',
    confirmLink: LOGOUT,
    handle: async ({ ctx }) => {
      if (ctx.headOnly === true) return redirect('/login');
      await endSession(ctx);
      const headers = new Headers({ 'Set-Cookie': await sessionCookieHeader(null, ctx.settings) });
      headers.append('Set-Cookie', await logoutCookieHeader(true, ctx.settings));
      return redirect('/login', { headers });
    },
  }),
  POST: endpoint({
    operation: { id: 'logOut', summary: 'Log out' },
    ability: 'public',
    status: 204,
    handle: async ({ ctx, request }) => {
      await readBytes(request, PUBLIC_FORM.maxBytes);
      await endSession(ctx);
      return {
        body: undefined,
        headers: { 'Set-Cookie': await sessionCookieHeader(null, ctx.settings) },
      };
    },
  }),
});

export const loader = api.loader;
export const action = api.action;
