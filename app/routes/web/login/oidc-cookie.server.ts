import type { Cookie } from '@remix-run/node';
import { z } from 'zod';
import { OIDC_REQUEST_MINUTES } from '#app/config/constants.ts';
import { type CookieSettings, createSignedCookie } from '#app/server/cookies.server.ts';

const StartedSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  startedAt: z.iso.datetime(),
  isAgain: z.boolean(),
  /** The path to open after signing in. */
  to: z.string(),
});
export type StartedSignIn = z.output<typeof StartedSchema>;

/** Returns the sign-in that this browser has started at the provider; null if none, or too long ago. */
export async function readStarted(request: Request, settings: CookieSettings): Promise<StartedSignIn | null> {
  const parsed = StartedSchema.safeParse(await oidcCookie(settings).parse(request.headers.get('Cookie')));
  return parsed.success ? parsed.data : null;
}

/** Returns the Set-Cookie header that stores a started sign-in; null deletes it. */
export async function startedHeader(
  settings: CookieSettings,
  started: StartedSignIn | null,
): Promise<string> {
  return started === null
    ? oidcCookie(settings).serialize('', { maxAge: 0 })
    : oidcCookie(settings).serialize(started);
}

function oidcCookie(settings: CookieSettings): Cookie {
  return createSignedCookie('laurel_oidc', settings, OIDC_REQUEST_MINUTES * 60);
}
