import { decodeHTMLAttribute } from 'entities';
import { LOGO_CID_URL } from '#app/lib/markup/logo-cid.ts';
import { URL_MESSAGES } from '#app/messages/markup-messages.ts';
import { isImageUrl, linkError } from './email-links.ts';
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
      if (name === 'src' && value === LOGO_CID_URL) return null;
      return imageError(name === 'srcset' ? value.split(',') : [value]);
    case 'forbidden':
      return URL_MESSAGES.attributeNotAllowed;
    case 'style':
      return styleError(value)?.message ?? null;
    case 'plain':
      return OTHER_SCHEME.test(displayed(value))
        ? URL_MESSAGES.noUrl
        : (styleValueError(value)?.message ?? null);
  }
}

function imageError(images: readonly string[]): string | null {
  const wrong = images.find((image) => !isImageUrl(image));
  if (wrong === undefined) return null;
  return /^\s*https:\/\/[^/?#]*\{\{/i.test(wrong) ? URL_MESSAGES.fieldInHost : URL_MESSAGES.image;
}

/** Returns a URL as browsers read it: lowercase, without whitespace and control characters. */
function displayed(url: string): string {
  return url.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, '').toLowerCase();
}
