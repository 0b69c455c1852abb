import { randomUUID } from 'node:crypto';
import { type Cookie, createCookie, redirect } from '@remix-run/node';
import { z } from 'zod';
import type { CookieSettings } from './session-cookie.server.ts';

/** What a request has to say on the page that it leads to, as FlashMessages shows it. */
export interface Flash {
  readonly id: string;
  readonly tone: 'info' | 'success' | 'warning' | 'danger';
  readonly text: string;
}

/** Long enough for the redirect, too short to turn up on a later visit. */
const FLASH_SECONDS = 60;

const FlashesSchema = z.array(
  z.object({ id: z.string(), tone: z.enum(['info', 'success', 'warning', 'danger']), text: z.string() }),
);

/**
 * Sends the browser to `to`, where the screen shows the messages once. They travel in a signed cookie that only lives for
 * the redirect; they never hold students' data.
 */
export async function redirectWithFlash(
  to: string,
  messages: readonly Omit<Flash, 'id'>[],
  settings: CookieSettings,
): Promise<Response> {
  const flashes = messages.map((message) => ({ ...message, id: randomUUID() }));
  return redirect(to, { headers: { 'Set-Cookie': await flashCookie(settings).serialize(flashes) } });
}

/** The messages that the redirect to this page brought, and the header that makes them be shown once only. */
export async function takeFlash(
  request: Request,
  settings: CookieSettings,
): Promise<{ messages: Flash[]; headers: Record<string, string> }> {
  const cookie = flashCookie(settings);
  const parsed = FlashesSchema.safeParse(await cookie.parse(request.headers.get('Cookie')));
  if (!parsed.success) return { messages: [], headers: {} };
  return { messages: parsed.data, headers: { 'Set-Cookie': await cookie.serialize('', { maxAge: 0 }) } };
}

function flashCookie(settings: CookieSettings): Cookie {
  return createCookie('laurel_flash', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: settings.mode === 'production',
    maxAge: FLASH_SECONDS,
    secrets: [...settings.sessionSecrets],
  });
}
