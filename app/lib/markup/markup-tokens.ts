import { readTag } from './markup-tags.ts';
import type { MarkupToken, MarkupRejection } from './markup-token-kinds.ts';

/** Elements whose content browsers don't parse: style sheets, titles, and `noscript` when scripts run. */
const TEXT_ELEMENTS = /^(?:style|mj-style|title|noscript)$/;

const TAG_START = /<(?:[a-zA-Z/!?]|\{\{)/g;
const DECLARATION = /<!doctype[^<>]*>|<!\[(?:if [^<>\]]*|endif)\]>|<!>/iy;

/**
 * Reads HTML or MJML like the HTML standard but more strictly: ambiguous markup is `broken`, so email programs see what
 * was checked. Continues after a broken tag; runs in linear time.
 */
export function* markupTokens(whole: string, from = 0, to = whole.length): Generator<MarkupToken, void> {
  const text = whole.slice(0, to);
  let at = from;
  while (at < to) {
    const token = nextToken(text, at);
    yield token;
    at = token.end;
    if (token.kind !== 'open' || !TEXT_ELEMENTS.test(token.name)) continue;
    for (const part of contentOfTextElement(text, token)) {
      yield part;
      at = part.end;
    }
  }
}

function nextToken(text: string, at: number): MarkupToken {
  if (text.startsWith('<!--', at)) return commentAt(text, at);
  TAG_START.lastIndex = at;
  const start = TAG_START.exec(text)?.index ?? text.length;
  if (start > at) return { kind: 'text', at, end: start };
  return /[!?]/.test(text.charAt(at + 1)) ? declarationAt(text, at) : readTag(text, at);
}

function* contentOfTextElement(
  text: string,
  { name, isClosed, at, end: from }: MarkupToken & { kind: 'open' },
): Generator<MarkupToken, void> {
  if (isClosed) {
    if (name !== 'mj-style') yield { kind: 'broken', why: 'reading', at, end: from };
    return;
  }
  const end = endOfTextElement(text, from, name);
  if (end === null) yield { kind: 'broken', why: 'reading', at, end: text.length };
  else if (name === 'noscript') yield* markupTokens(text, from, end);
  else if (name === 'title') yield titleBetween(text, from, end);
  else yield { kind: 'style', at: from, end, contentAt: from, contentEnd: end };
}

function titleBetween(text: string, at: number, end: number): MarkupToken {
  TAG_START.lastIndex = at;
  const tag = TAG_START.exec(text)?.index ?? end;
  return tag < end ? { kind: 'broken', why: 'reading', at: tag, end } : { kind: 'text', at, end };
}

function endOfTextElement(text: string, from: number, name: string): number | null {
  const pattern = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? null;
}

/** Browsers also end comments at `<!-->`, `<!--->` and `--!>`. A merge field before `>` could end one, too. */
const UNCLEAR_COMMENT = /^-?>|--!>|<!--/;
const FIELD_BEFORE_END = /\}\}[-!]*>/;
const CONDITION = /^\s*\[if\b[^\]<>]*\]>/i;
const CONDITION_END = /<!(?:\[endif\])?\s*$/i;

function commentAt(text: string, at: number): MarkupToken {
  const end = text.indexOf('-->', at + 4);
  if (end < 0) return { kind: 'broken', why: 'comment', at, end: text.length };
  const content = text.slice(at + 4, end);
  const opening = CONDITION.exec(content)?.[0] ?? '';
  const why = commentError(content, opening);
  if (why !== null) return { kind: 'broken', why, at, end: end + 3 };
  const closing = CONDITION_END.exec(content)?.[0] ?? '';
  return {
    kind: 'comment',
    at,
    end: end + 3,
    contentAt: at + 4 + opening.length,
    contentEnd: Math.max(end - closing.length, at + 4 + opening.length),
    isConditional: /\[if\b|\[endif\]/i.test(content),
  };
}

function commentError(content: string, opening: string): MarkupRejection | null {
  if (UNCLEAR_COMMENT.test(content)) return 'comment';
  return FIELD_BEFORE_END.test(content) || opening.includes('{{') ? 'field' : null;
}

function declarationAt(text: string, at: number): MarkupToken {
  DECLARATION.lastIndex = at;
  const [found] = DECLARATION.exec(text) ?? [];
  if (found === undefined) return { kind: 'broken', why: 'reading', at, end: at + 1 };
  if (found.includes('{{')) return { kind: 'broken', why: 'field', at, end: at + found.length };
  return { kind: 'declaration', at, end: at + found.length };
}
