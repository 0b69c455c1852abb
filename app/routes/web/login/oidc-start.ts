import { redirect } from '@remix-run/node';
import { getOidcSettings, startOidcSignIn } from '#app/domain/auth/oidc-requests.server.ts';
import { safeRedirectPath, loginProblemPath } from '#app/lib/urls/redirect-paths.ts';
import { assertNotCrossSite } from '#app/server/same-origin.ts';
import { redirectRoute } from '#app/server/screen-call.server.ts';
import { startedHeader } from './oidc-cookie.server.ts';

/** A longer path wouldn't fit into the cookie. */
const PATH_MAX = 2000;

/** Sends the browser to the OpenID Connect provider. Other sites can't start that. */
const link = redirectRoute(async ({ ctx, request, url, loadContext: { clientAddress } }) => {
  getOidcSettings(ctx);
  assertNotCrossSite(request, ctx.settings.appUrl);
  const wanted = safeRedirectPath(url.searchParams.get('to'));
  const to = wanted.length > PATH_MAX ? '/' : wanted;
  const isAgain = url.searchParams.has('again');
  const started = await startOidcSignIn(ctx, { clientAddress, isAgain });
  if (started === null) return redirect(loginProblemPath('unavailable', { to, isAgain }));
  return redirect(started.url, {
    headers: { 'Set-Cookie': await startedHeader(ctx.settings, { ...started.request, to }) },
  });
});

export const loader = link.loader;
export const action = link.action;
