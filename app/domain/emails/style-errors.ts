import { type CssToken, cssTokens } from './css-tokens.ts';
import type { MarkupError } from '#app/lib/markup/markup-token-kinds.ts';
import { STYLE_MESSAGES } from '#app/messages/markup-messages.ts';
import { isImageUrl } from './email-links.ts';

/** CSS functions that fetch nothing. */
const FUNCTIONS = new Set(
  (
    'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark ' +
    'calc min max clamp round mod rem abs sign sin cos tan asin acos atan atan2 pow sqrt hypot log exp ' +
    'var env attr counter counters symbols repeat minmax fit-content ' +
    'linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient ' +
    'repeating-conic-gradient gradient from to color-stop ' +
    'matrix matrix3d perspective translate translatex translatey translatez translate3d rotate rotatex rotatey rotatez ' +
    'rotate3d scale scalex scaley scalez scale3d skew skewx skewy cubic-bezier steps linear ' +
    'alpha blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia ' +
    'circle ellipse inset polygon rect ' +
    'not is where has matches any nth-child nth-last-child nth-of-type nth-last-of-type lang dir selector'
  ).split(' '),
);
const VENDOR = /^-(?:webkit|moz|ms|o)-/;
const IMPORTS = ['import', 'font-face'];
const REFUSED_NAMES = ['behavior', 'binding', 'javascript', 'vbscript'];

/** Returns the first error of a style sheet or `style` attribute, or null. Styles may only fetch https images. */
export function styleError(css: string): MarkupError | null {
  const comment = css.search(/<!|-->/);
  if (comment >= 0) return { at: comment, message: STYLE_MESSAGES.htmlComment };
  let isInRule = false;
  return firstError(css, (token, next) => {
    const { kind, text } = token;
    if (kind === 'broken') return STYLE_MESSAGES.neverClosed;
    if (isInRule && (kind === 'string' || kind === 'url')) return STYLE_MESSAGES.imports;
    // A string in an at-rule may import something, except in @charset.
    if (kind === 'at') isInRule = text !== 'charset';
    if (kind === 'sign' && (text === '{' || text === ';')) isInRule = false;
    return tokenError(token, next);
  });
}

/** Returns the error of a value that may be used in styles or elsewhere. Allows quotes and `@` as text. */
export function styleValueError(value: string): MarkupError | null {
  return firstError(value.replace(/["']/g, ' '), tokenError);
}

type ErrorCheck = (token: CssToken, next: CssToken | undefined) => string | null;

function firstError(css: string, errorOf: ErrorCheck): MarkupError | null {
  const tokens = cssTokens(css);
  for (const [index, token] of tokens.entries()) {
    const message = errorOf(token, tokens[index + 1]);
    if (message !== null) return { at: token.at, message };
  }
  return null;
}

function tokenError({ kind, text }: CssToken, next: CssToken | undefined): string | null {
  const name = text.replace(VENDOR, '');
  if (kind === 'url') return isImageUrl(text) ? null : STYLE_MESSAGES.url;
  if (kind === 'function' && !FUNCTIONS.has(name)) return STYLE_MESSAGES.notAllowed(`${text}()`);
  if (kind === 'name' && REFUSED_NAMES.includes(name) && next?.text === ':')
    return STYLE_MESSAGES.notAllowed(text);
  return kind === 'at' && IMPORTS.includes(name) ? STYLE_MESSAGES.imports : null;
}
