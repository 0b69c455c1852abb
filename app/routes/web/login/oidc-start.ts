import { redirect } from '@remix-run/node';
import { getOidcSettings, startOidcSignIn } from '#app/domain/auth/oidc-requests.server.ts';
import { loginProblemPath } from '#app/lib/urls/redirect-paths.ts';
import { parseFirstValues } from '#app/server/parse-input.server.ts';
import { assertNotCrossSite } from '#app/server/same-origin.ts';
import { redirectRoute } from '#app/server/screen-call.server.ts';
import { SignInQuerySchema } from './login-query.server.ts';
import { startedHeader } from './oidc-cookie.server.ts';

/** A longer path wouldn't fit into the cookie. */
const PATH_MAX = 2000;

/** Sends the browser to the OpenID Connect provider. Other sites can't start that. */
const link = redirectRoute(async ({ ctx, request, url, loadContext: { clientAddress } }) => {
  getOidcSettings(ctx);
  assertNotCrossSite(request, ctx.settings.appUrl);
  const query = parseFirstValues(SignInQuerySchema, url.searchParams);
  const isAgain = query.again;
  const to = query.to.length > PATH_MAX ? '/' : query.to;
  const started = await startOidcSignIn(ctx, { clientAddress, isAgain });
  if (started === null) return redirect(loginProblemPath('unavailable', { to, isAgain }));
  return redirect(started.url, {
    headers: { 'Set-Cookie': await startedHeader(ctx.settings, { ...started.request, to }) },
  });
});

export const loader = link.loader;
export const action = link.action;
