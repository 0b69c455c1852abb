import { decodeHTMLAttribute } from 'entities';
import { LOGO_ADDRESS } from '#app/lib/markup/logo-address.ts';
import { ADDRESS_MESSAGES } from '#app/messages/markup-messages.ts';
import { isImageAddress, linkError } from './email-links.ts';
import { styleError, styleValueError } from './style-errors.ts';

export type AttributeKind = 'link' | 'image' | 'style' | 'text' | 'plain' | 'forbidden';

const LINKS = ['href', 'base-url'];
const IMAGES = /^(?:src|srcset|background|poster|.+-(?:url|src|icon)|.+:(?:src|href))$/;
const TEXTS = /^(?:alt|title|content|summary|placeholder|value|label|abbr|aria-label|aria-description)$/;
const FORBIDDEN =
  /^(?:on.+|srcdoc|action|formaction|ping|data|codebase|classid|manifest|path|cite|longdesc|xlink:href|profile|dynsrc|lowsrc)$/;

export function kindOfAttribute(name: string): AttributeKind {
  if (FORBIDDEN.test(name)) return 'forbidden';
  if (LINKS.includes(name)) return 'link';
  if (IMAGES.test(name)) return 'image';
  if (name === 'style') return 'style';
  return TEXTS.test(name) ? 'text' : 'plain';
}

const OTHER_SCHEME = /^(?:javascript|vbscript|file|data|ftp|blob|about|http|https):|^\/\/|^\\/;

/** Returns the error of an attribute's value, or null. Only links and https images are allowed. */
export function referenceError(kind: AttributeKind, name: string, written: string): string | null {
  const value = decodeHTMLAttribute(written);
  switch (kind) {
    case 'text':
      return null;
    case 'link':
      return linkError(value);
    case 'image':
      if (name === 'src' && value === LOGO_ADDRESS) return null;
      return imageError(name === 'srcset' ? value.split(',') : [value]);
    case 'forbidden':
      return ADDRESS_MESSAGES.attributeNotAllowed;
    case 'style':
      return styleError(value)?.message ?? null;
    case 'plain':
      return OTHER_SCHEME.test(displayed(value))
        ? ADDRESS_MESSAGES.noUrl
        : (styleValueError(value)?.message ?? null);
  }
}

function imageError(images: readonly string[]): string | null {
  const wrong = images.find((image) => !isImageAddress(image));
  if (wrong === undefined) return null;
  return /^\s*https:\/\/[^/?#]*\{\{/i.test(wrong) ? ADDRESS_MESSAGES.fieldInHost : ADDRESS_MESSAGES.image;
}

/** Returns an address as browsers read it: lowercase, without whitespace and control characters. */
function displayed(address: string): string {
  return address.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, '').toLowerCase();
}
