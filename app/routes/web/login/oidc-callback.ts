import { redirect } from '@remix-run/node';
import { finishOidcSignIn } from '#app/domain/auth/sign-in-with-oidc.server.ts';
import { loginProblemPath, safeRedirectPath } from '#app/lib/urls/redirect-paths.ts';
import { callerOf, sessionCookieHeader } from '#app/server/cookies.server.ts';
import { redirectRoute } from '#app/server/screen-call.server.ts';
import { readStarted, startedHeader } from './oidc-cookie.server.ts';

/** The provider sends browsers here. Leads to a page whose URL contains none of what it sent. */
const link = redirectRoute(async ({ ctx, request, url, loadContext: { clientAddress } }) => {
  const { settings } = ctx;
  const started = await readStarted(request, settings);
  const caller = await callerOf(request, clientAddress, settings);
  const signedIn = await finishOidcSignIn(ctx, caller, { request: started, parameters: url.searchParams });
  const to = safeRedirectPath(started?.to);
  if (!signedIn.isSignedIn) {
    return redirect(loginProblemPath(signedIn.problem, { to, isAgain: started?.isAgain === true }));
  }
  const headers = new Headers({ 'Set-Cookie': await sessionCookieHeader(signedIn.sessionSecret, settings) });
  headers.append('Set-Cookie', await startedHeader(settings, null));
  return redirect(to, { headers });
});

export const loader = link.loader;
export const action = link.action;
