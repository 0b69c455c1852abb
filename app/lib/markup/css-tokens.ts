/** What of a style sheet can name something else. Names are in lower case, escapes are resolved. */
export interface CssToken {
  /** `broken` is a quotation mark, an address or a remark that never ends; a `function` has its `(`, `at` its `@` behind it. */
  readonly kind: 'function' | 'name' | 'at' | 'string' | 'url' | 'sign' | 'broken';
  readonly text: string;
  /** Where it begins. */
  readonly at: number;
}

const PASSED_OVER = /(?:[\t\n\f\r ]+|\/\*[^]*?\*\/)*/y;
/** Begins with a letter, `_`, a character beyond ASCII or an escape, also behind a `-`. */
const NAME =
  /(?:--|-?(?:[a-z_\u0080-\uffff]|\\[^\n\f\r]))(?:[\w\u0080-\uffff-]|\\(?:[\da-f]{1,6}(?:\r\n|[\t\n\f\r ])?|[^\n\f\r]))*/iy;
const STRING = /"((?:[^"\\\n\f\r]|\\(?:\r\n|[^]))*)"|'((?:[^'\\\n\f\r]|\\(?:\r\n|[^]))*)'/y;
const RAW_ADDRESS = /[\t\n\f\r ]*((?:[^"'()\\\s\p{Cc}]|\\[^\n\f\r])*)[\t\n\f\r ]*\)/uy;
const ESCAPE = /\\(?:([\da-f]{1,6})(?:\r\n|[\t\n\f\r ])?|\r\n|([^]))/gi;

/**
 * Reads CSS as its standard does (CSS Syntax 3): `\75rl(x)` is an address, `"/*"` is no remark. Numbers are read as signs and names. Takes
 * time by the length of the text.
 */
export function cssTokens(css: string): CssToken[] {
  const tokens: CssToken[] = [];
  for (let at = 0; ;) {
    at += found(PASSED_OVER, css, at)[0].length;
    if (at >= css.length) return tokens;
    const { end, ...token } = tokenAt(css, at);
    tokens.push({ ...token, at });
    at = end;
  }
}

type Read = Omit<CssToken, 'at'> & { readonly end: number };

function tokenAt(css: string, at: number): Read {
  const first = css.charAt(at);
  if (first === '"' || first === "'") return stringAt(css, at);
  if (css.startsWith('/*', at)) return { kind: 'broken', text: '/*', end: css.length };
  const nameAt = first === '@' ? at + 1 : at;
  const [written] = found(NAME, css, nameAt);
  if (written === '') return { kind: 'sign', text: first, end: at + 1 };
  const text = unescaped(written).toLowerCase();
  const end = nameAt + written.length;
  if (first === '@') return { kind: 'at', text, end };
  if (css.charAt(end) !== '(') return { kind: 'name', text, end };
  return text === 'url' ? addressAt(css, end + 1) : { kind: 'function', text, end: end + 1 };
}

function stringAt(css: string, at: number): Read {
  const [whole, double, single] = found(STRING, css, at);
  if (whole === '') return { kind: 'broken', text: css.charAt(at), end: at + 1 };
  return { kind: 'string', text: unescaped(double ?? single ?? ''), end: at + whole.length };
}

/** What stands behind `url(`: between quotation marks, with what else stands there as tokens of their own, or as it is up to the `)`. */
function addressAt(css: string, at: number): Read {
  const blanks = found(/[\t\n\f\r ]*/y, css, at)[0].length;
  if (/["']/.test(css.charAt(at + blanks))) {
    const { kind, text, end } = stringAt(css, at + blanks);
    return { kind: kind === 'string' ? 'url' : kind, text, end };
  }
  const [whole, address = ''] = found(RAW_ADDRESS, css, at);
  if (whole === '') return { kind: 'broken', text: 'url(', end: at };
  return { kind: 'url', text: unescaped(address), end: at + whole.length };
}

function unescaped(written: string): string {
  return written.replace(ESCAPE, (_escape, hex?: string, character?: string) => {
    if (hex === undefined) return character === undefined || /[\n\f\r]/.test(character) ? '' : character;
    const code = Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });
}

function found(pattern: RegExp, css: string, at: number): readonly [string, string?, string?] {
  pattern.lastIndex = at;
  const [whole = '', first, second] = pattern.exec(css) ?? [];
  return [whole, first, second];
}
