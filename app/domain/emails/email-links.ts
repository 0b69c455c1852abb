import { URL_MESSAGES } from '#app/messages/markup-messages.ts';

/** Requires a complete host before the first merge field, so that a value can't change the host. */
const HOST = String.raw`[^\s/?#\\{}&@]+(?=[/?#]|$)`;
const LINK = new RegExp(String.raw`^(?:$|#|mailto:|tel:|https?:\/\/${HOST}|\{\{\s*appUrl\s*\}\}(?=[/?#]|$))`);
const IMAGE = new RegExp(
  String.raw`^(?:https:\/\/${HOST}|\{\{\s*appUrl\s*\}\}\/|data:image\/(?:png|gif|jpeg|webp);base64,)`,
);
const SPACE = 0x20;
const PERSONAL_FIELD = /\{\{(?!\s*(?:appUrl|year)\s*\}\})/;
const BEGINNING = /^(?:https?:\/\/[^/?#]*|[^:/?#]*:?)/i;

/** Returns the error of a decoded link, or null. Merge fields are allowed in and after its path. */
export function linkError(url: string): string | null {
  const link = trimmed(url);
  if (LINK.test(withLowercaseScheme(link))) return null;
  if (BEGINNING.exec(link)?.[0].includes('{{') === true) return URL_MESSAGES.fieldInHost;
  return URL_MESSAGES.link;
}

/**
 * Returns whether emails may show this image: https://, the site's own, or a data URL. Personal merge fields
 * aren't allowed, because the image's server could then tell who opens the email.
 */
export function isImageUrl(url: string): boolean {
  const image = trimmed(url);
  return IMAGE.test(withLowercaseScheme(image)) && !PERSONAL_FIELD.test(image);
}

/** Trims the whitespace and control characters that browsers ignore, in linear time. */
function trimmed(url: string): string {
  let [from, to] = [0, url.length];
  while (from < to && isIgnored(url, from)) from += 1;
  while (to > from && isIgnored(url, to - 1)) to -= 1;
  return url.slice(from, to);
}

function isIgnored(url: string, at: number): boolean {
  return url.charCodeAt(at) <= SPACE;
}

function withLowercaseScheme(url: string): string {
  return url.replace(/^[a-z]+:(?:image\/[a-z]+;base64)?/i, (scheme) => scheme.toLowerCase());
}

/** URLs in plain text, which email programs show as links. */
const URLS_IN_TEXT =
  /(?:https?:\/\/|\{\{\s*appUrl\s*\}\})(?:\{\{[^{}]*\}\}|[^\s<>"'])*(?:\{\{[^{}]*\}\}|[^\s<>"'.,;:!?)])|\{\{\s*appUrl\s*\}\}/g;

/** Returns the URLs in a plain text, with their positions. */
export function urlsIn(text: string): { readonly at: number; readonly url: string }[] {
  return [...text.matchAll(URLS_IN_TEXT)].map(({ 0: url, index }) => ({ at: index, url }));
}
