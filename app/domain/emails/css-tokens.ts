import { tokenize, tokenNames } from 'css-tree/tokenizer';
import { ident, string, url } from 'css-tree/utils';

/** What of a style sheet can name something else. Names are in lower case, escapes are resolved. */
export interface CssToken {
  /** `broken` is a string, address, or comment that never ends. A `function` was followed by `(`, an `at` name by nothing. */
  readonly kind: 'function' | 'name' | 'at' | 'string' | 'url' | 'sign' | 'broken';
  readonly text: string;
  /** Index of its first character. */
  readonly at: number;
}

/** `1url(` and `#url(` call nothing by the standard, but an email program may read them as calls. */
const UNCALLABLE = ['dimension-token', 'hash-token'];
const BROKEN_CALL = { kind: 'broken', text: '(' } as const;

/** The tokens of CSS (CSS Syntax 3) without whitespace and comments; `url("x")` is one token. */
export function cssTokens(css: string): CssToken[] {
  const tokens: CssToken[] = [];
  let before = '';
  tokenize(css, (type, at, end) => {
    const name = tokenNames[type] ?? '';
    const isCall = name === '(-token' && UNCALLABLE.includes(before);
    before = name;
    const token = isCall ? BROKEN_CALL : tokenOf(name, css.slice(at, end));
    if (token === null) return;
    const last = tokens.at(-1);
    if (token.kind === 'string' && last?.kind === 'url' && last.text === '') {
      tokens.splice(-1, 1, { ...last, text: token.text });
    } else tokens.push({ ...token, at });
  });
  return tokens;
}

function tokenOf(name: string, written: string): Omit<CssToken, 'at'> | null {
  switch (name) {
    case 'whitespace-token':
      return null;
    case 'comment-token':
      return written.length >= 4 && written.endsWith('*/') ? null : { kind: 'broken', text: '/*' };
    case 'ident-token':
      return { kind: 'name', text: ident.decode(written).toLowerCase() };
    case 'at-keyword-token':
      return { kind: 'at', text: ident.decode(written.slice(1)).toLowerCase() };
    case 'function-token': {
      const text = ident.decode(written.slice(0, -1)).toLowerCase();
      return text === 'url' ? { kind: 'url', text: '' } : { kind: 'function', text };
    }
    case 'string-token':
      return isClosed(written)
        ? { kind: 'string', text: string.decode(written) }
        : { kind: 'broken', text: written.charAt(0) };
    case 'url-token':
      return written.endsWith(')')
        ? { kind: 'url', text: url.decode(written) }
        : { kind: 'broken', text: 'url(' };
    case 'bad-string-token':
    case 'bad-url-token':
      return { kind: 'broken', text: written.charAt(0) };
    default:
      return { kind: 'sign', text: written };
  }
}

/** At the end of the CSS, a string without its closing quotation mark is a token, too. */
function isClosed(written: string): boolean {
  const [end] = /(?<=^[^]|[^\\](?:\\\\)*)["']$/.exec(written) ?? [];
  return written.length > 1 && end === written.charAt(0);
}
