import type { Cookie } from '@remix-run/node';
import { z } from 'zod';
import { LOGIN_CODE_MINUTES, LOGIN_EMAIL_SECONDS } from '#app/config/constants.ts';
import { LoginLink } from '#app/schemas/auth.ts';
import { AccountEmail } from '#app/schemas/fields.ts';
import { type CookieSettings, createSignedCookie } from '#app/server/cookies.server.ts';

const CodeStepSchema = z.object({
  email: AccountEmail,
  /** ISO 8601. */
  sendsAt: z.string(),
  requestedAt: z.string(),
  isAgain: z.boolean(),
  /** From the email, if its link was opened. */
  link: LoginLink.optional(),
  /** The path to open after signing in. */
  to: z.string(),
});

export type CodeStep = z.output<typeof CodeStepSchema>;

/** Maximum time to wait for a code and to enter it. */
const MAX_AGE_SECONDS = LOGIN_CODE_MINUTES * 60 + 2 * LOGIN_EMAIL_SECONDS;

/** Returns the code step; null if none was started. The cookie doesn't prove anything; only the code does. */
export async function readCodeStep(request: Request, settings: CookieSettings): Promise<CodeStep | null> {
  const parsed = CodeStepSchema.safeParse(await loginCookie(settings).parse(request.headers.get('Cookie')));
  return parsed.success ? parsed.data : null;
}

/** Returns the Set-Cookie header that stores a code step; null deletes it. */
export async function codeStepHeader(settings: CookieSettings, step: CodeStep | null): Promise<string> {
  return step === null
    ? loginCookie(settings).serialize('', { maxAge: 0 })
    : loginCookie(settings).serialize(step);
}

function loginCookie(settings: CookieSettings): Cookie {
  return createSignedCookie('laurel_login', settings, MAX_AGE_SECONDS);
}
