import type { MarkupAttribute, MarkupToken, MarkupRejection } from './markup-token-kinds.ts';

/** HTML whitespace, which is less than `\s` matches. */
const BLANKS = /[\t\n\f\r ]*/y;
const TAG_NAME = /[a-zA-Z][\w:-]*/y;
const ATTRIBUTE_NAME = /[a-zA-Z_:@][\w:.@-]*/y;
/** Twice as many as any MJML or HTML element has; reading more would be slow. */
export const ATTRIBUTES_MAX = 60;
const UNQUOTED = /[^\t\n\f\r "'=<>`\0]+/y;

type Read = { readonly found: MarkupAttribute; readonly end: number } | { readonly why: MarkupRejection };

/** Reads the tag whose `<` is at index `at`: open, close or broken. */
export function readTag(text: string, at: number): MarkupToken {
  const isClose = text.charAt(at + 1) === '/';
  const nameAt = at + (isClose ? 2 : 1);
  const name = match(TAG_NAME, text, nameAt).toLowerCase();
  const from = nameAt + name.length;
  const tag = nameError(text, name, from) ?? (isClose ? closeTag : openTag)(text, at, from, name);
  return typeof tag === 'string' ? { kind: 'broken', why: tag, at, end: at + 1 } : tag;
}

function nameError(text: string, name: string, end: number): MarkupRejection | null {
  if (text.startsWith('{{', end)) return 'field';
  return name === '' ? 'reading' : null;
}

function closeTag(text: string, at: number, from: number, name: string): MarkupToken | MarkupRejection {
  const end = from + match(BLANKS, text, from).length;
  return text.charAt(end) === '>' ? { kind: 'close', at, end: end + 1, name } : 'reading';
}

function openTag(text: string, at: number, from: number, name: string): MarkupToken | MarkupRejection {
  const attributes: MarkupAttribute[] = [];
  const names = new Set<string>();
  for (let position = from; ;) {
    const blanks = match(BLANKS, text, position).length;
    position += blanks;
    if (text.charAt(position) === '>')
      return { kind: 'open', at, end: position + 1, name, attributes, isClosed: false };
    if (text.startsWith('/>', position))
      return { kind: 'open', at, end: position + 2, name, attributes, isClosed: true };
    if (blanks === 0) return 'reading';
    if (attributes.length === ATTRIBUTES_MAX) return 'many';
    const read = readAttribute(text, position);
    if ('why' in read) return read.why;
    if (names.has(read.found.name)) return 'twice';
    names.add(read.found.name);
    attributes.push(read.found);
    position = read.end;
  }
}

function readAttribute(text: string, at: number): Read {
  const name = match(ATTRIBUTE_NAME, text, at);
  const nameEnd = at + name.length;
  if (text.startsWith('{{', nameEnd)) return { why: 'field' };
  if (name === '') return { why: 'reading' };
  const sign = nameEnd + match(BLANKS, text, nameEnd).length;
  if (text.charAt(sign) !== '=') {
    return { found: attribute(name, null, { isQuoted: false, valueAt: nameEnd }), end: nameEnd };
  }
  const valueAt = sign + 1 + match(BLANKS, text, sign + 1).length;
  const quote = text.charAt(valueAt);
  if (quote !== '"' && quote !== "'") {
    const value = match(UNQUOTED, text, valueAt);
    if (value === '') return { why: 'reading' };
    return { found: attribute(name, value, { isQuoted: false, valueAt }), end: valueAt + value.length };
  }
  const end = text.indexOf(quote, valueAt + 1);
  const value = text.slice(valueAt + 1, end);
  if (end < 0 || HIDDEN_FROM_SOME.test(value)) return { why: 'reading' };
  return { found: attribute(name, value, { isQuoted: true, valueAt: valueAt + 1 }), end: end + 1 };
}

/** A program that looks for conditional comments first would cut the value off here. */
const HIDDEN_FROM_SOME = /<!|-->|\0/;

function attribute(
  name: string,
  value: string | null,
  at: Pick<MarkupAttribute, 'isQuoted' | 'valueAt'>,
): MarkupAttribute {
  return { name: name.toLowerCase(), value, ...at };
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
