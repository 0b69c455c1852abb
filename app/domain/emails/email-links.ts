import { ADDRESS_MESSAGES } from '#app/messages/markup-messages.ts';

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
export function linkError(address: string): string | null {
  const link = trimmed(address);
  if (LINK.test(withSmallScheme(link))) return null;
  if (BEGINNING.exec(link)?.[0].includes('{{') === true) return ADDRESS_MESSAGES.fieldInHost;
  return ADDRESS_MESSAGES.link;
}

/**
 * Returns whether emails may show this image: https://, the site's own, or a data URL. Personal merge fields
 * aren't allowed, because the image's server could then tell who opens the email.
 */
export function isImageAddress(address: string): boolean {
  const image = trimmed(address);
  return IMAGE.test(withSmallScheme(image)) && !PERSONAL_FIELD.test(image);
}

/** Trims the whitespace and control characters that browsers ignore, in linear time. */
function trimmed(address: string): string {
  let [from, to] = [0, address.length];
  while (from < to && isPassedOver(address, from)) from += 1;
  while (to > from && isPassedOver(address, to - 1)) to -= 1;
  return address.slice(from, to);
}

function isPassedOver(address: string, at: number): boolean {
  return address.charCodeAt(at) <= SPACE;
}

function withSmallScheme(address: string): string {
  return address.replace(/^[a-z]+:(?:image\/[a-z]+;base64)?/i, (scheme) => scheme.toLowerCase());
}

/** Addresses in plain text, which email programs show as links. */
const ADDRESSES_IN_TEXT =
  /(?:https?:\/\/|\{\{\s*appUrl\s*\}\})(?:\{\{[^{}]*\}\}|[^\s<>"'])*(?:\{\{[^{}]*\}\}|[^\s<>"'.,;:!?)])|\{\{\s*appUrl\s*\}\}/g;

/** Returns the web addresses in a plain text, with their positions. */
export function addressesIn(text: string): { readonly at: number; readonly address: string }[] {
  return [...text.matchAll(ADDRESSES_IN_TEXT)].map(({ 0: address, index }) => ({ at: index, address }));
}
