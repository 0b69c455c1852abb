import { randomUUID } from 'node:crypto';
import { type Cookie, redirect, replace, type TypedResponse } from '@remix-run/node';
import { z } from 'zod';
import { type Flash, FlashSchema } from '#app/schemas/flash.ts';
import { type CookieSettings, createSignedCookie } from './cookies.server.ts';

/** Long enough for the redirect, too short for a later visit. */
const FLASH_SECONDS = 60;

const FlashesSchema = z.array(FlashSchema);

/**
 * Redirects to `to`, where the screen shows the messages once. They are in a signed, short-lived cookie and never
 * contain students' data.
 * @param options.isSamePage whether the form was on the page `to`, whose entry in the browser's history it replaces
 */
export async function redirectWithFlash(
  to: string,
  messages: readonly Omit<Flash, 'id'>[],
  settings: CookieSettings,
  { isSamePage = false }: { isSamePage?: boolean } = {},
): Promise<TypedResponse<never>> {
  const flashes = messages.map((message) => ({ ...message, id: randomUUID() }));
  const lead = isSamePage ? replace : redirect;
  return lead(to, { headers: { 'Set-Cookie': await flashCookie(settings).serialize(flashes) } });
}

/** Returns the messages of the redirect to this page, and the header that deletes their cookie. */
export async function readFlash(
  request: Request,
  settings: CookieSettings,
): Promise<{ messages: Flash[]; headers: Record<string, string> }> {
  const cookie = flashCookie(settings);
  const parsed = FlashesSchema.safeParse(await cookie.parse(request.headers.get('Cookie')));
  if (!parsed.success) return { messages: [], headers: {} };
  return { messages: parsed.data, headers: { 'Set-Cookie': await cookie.serialize('', { maxAge: 0 }) } };
}

function flashCookie(settings: CookieSettings): Cookie {
  return createSignedCookie('laurel_flash', settings, FLASH_SECONDS);
}
