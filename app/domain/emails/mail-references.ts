import { decodeHTMLAttribute } from 'entities';
import { FIELD_IN_HOST, isImageAddress, linkError } from './mail-addresses.ts';
import { styleError, styleValueError } from './style-errors.ts';

export type AttributeMeaning = 'link' | 'image' | 'style' | 'words' | 'plain' | 'forbidden';

const LINKS = ['href', 'base-url'];
const IMAGES = /^(?:src|srcset|background|poster|.+-(?:url|src|icon)|.+:(?:src|href))$/;
const WORDS = /^(?:alt|title|content|summary|placeholder|value|label|abbr|aria-label|aria-description)$/;
const FORBIDDEN =
  /^(?:on.+|srcdoc|action|formaction|ping|data|codebase|classid|manifest|path|cite|longdesc|xlink:href|profile|dynsrc|lowsrc)$/;

export function meaningOfAttribute(name: string): AttributeMeaning {
  if (FORBIDDEN.test(name)) return 'forbidden';
  if (LINKS.includes(name)) return 'link';
  if (IMAGES.test(name)) return 'image';
  if (name === 'style') return 'style';
  return WORDS.test(name) ? 'words' : 'plain';
}

const OTHER_SCHEME = /^(?:javascript|vbscript|file|data|ftp|blob|about|http|https):|^\/\/|^\\/;

/** Returns the error of an attribute's value, or null. Only links and https images are allowed. */
export function referenceError(meaning: AttributeMeaning, name: string, written: string): string | null {
  const value = decodeHTMLAttribute(written);
  switch (meaning) {
    case 'words':
      return null;
    case 'link':
      return linkError(value);
    case 'image':
      return imageError(name === 'srcset' ? value.split(',') : [value]);
    case 'forbidden':
      return "this attribute can't be used in an email.";
    case 'style':
      return styleError(value)?.message ?? null;
    case 'plain':
      return OTHER_SCHEME.test(displayed(value))
        ? "URLs can't be used here."
        : (styleValueError(value)?.message ?? null);
  }
}

function imageError(images: readonly string[]): string | null {
  const wrong = images.find((image) => !isImageAddress(image));
  if (wrong === undefined) return null;
  return /^\s*https:\/\/[^/?#]*\{\{/i.test(wrong)
    ? FIELD_IN_HOST
    : 'only images from https:// URLs can be shown.';
}

/** Returns an address as browsers read it: lowercase, without whitespace and control characters. */
function displayed(address: string): string {
  return address.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, '').toLowerCase();
}
