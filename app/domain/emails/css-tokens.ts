import { tokenize, tokenNames } from 'css-tree/tokenizer';
import { ident, string, url } from 'css-tree/utils';

/** A CSS token. Names are lowercase and unescaped. */
export interface CssToken {
  /** `broken` is an unterminated string, URL, or comment, or an ambiguous call. `text` omits `(` and `@`. */
  readonly kind: 'function' | 'name' | 'at' | 'string' | 'url' | 'sign' | 'broken';
  readonly text: string;
  readonly at: number;
}

/** In the standard, `1url(` and `#url(` aren't calls, but email programs may treat them as calls. */
const UNCALLABLE = ['dimension-token', 'hash-token'];
const BROKEN_CALL = { kind: 'broken', text: '(' } as const;

/** Tokenizes CSS (CSS Syntax 3), skipping whitespace and comments. `url("x")` is one token. */
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

/** Returns whether a string is closed. At the end of the CSS, css-tree also returns unclosed ones. */
function isClosed(written: string): boolean {
  const [end] = /(?<=^[^]|[^\\](?:\\\\)*)["']$/.exec(written) ?? [];
  return written.length > 1 && end === written.charAt(0);
}
