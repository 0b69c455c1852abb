import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { ATTRIBUTES_MAX } from '#app/lib/markup/markup-tags.ts';
import type {
  MarkupAttribute,
  MarkupError,
  MarkupToken,
  MarkupRejection,
} from '#app/lib/markup/markup-token-kinds.ts';
import { markupTokens } from '#app/lib/markup/markup-tokens.ts';
import { unknownFields } from '#app/lib/markup/merge-fields.ts';
import { MARKUP_MESSAGES, STYLE_MESSAGES } from '#app/messages/markup-messages.ts';
import { urlsIn, linkError } from './email-links.ts';
import { kindOfAttribute, referenceError } from './email-references.ts';
import { styleError } from './style-errors.ts';

/** One error in a template; `line` starts at 1. */
export interface TemplateProblem {
  readonly line: number;
  readonly message: string;
}

const ALLOWED =
  /^(?:mjml|mj-[a-z-]+|a|abbr|address|article|aside|b|big|bdi|bdo|blockquote|body|br|caption|center|cite|code|col|colgroup|dd|del|dfn|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|head|header|hr|html|i|img|input|ins|kbd|label|li|main|mark|meta|nav|noscript|ol|p|pre|q|s|samp|section|small|span|strike|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|time|title|tr|tt|u|ul|var|wbr|xml|[vow]:[a-z]+)$/;
const REFUSED = ['mj-include', 'mj-font', 'mj-html-attributes'] as const;
const HTTP_EQUIV = ['x-ua-compatible', 'content-type'];
const FIELD = /\{\{[^{}]*\}\}/;
const QUOTED_MAX = 30;

/** Further errors are reported once these are fixed. */
export const PROBLEMS_MAX = 50;

/** Returns the errors with the lines of the text that they are in. */
export function problemsAt(text: string, errors: readonly MarkupError[]): TemplateProblem[] {
  const lineOf = lineNumbers(text);
  return errors.map(({ at, message }) => ({ line: lineOf(at), message }));
}

/**
 * Finds what MJML or HTML for emails must not contain: includes, scripts, files, URLs other than links and https
 * images, merge fields whose values could act as markup, and ambiguous tags.
 */
export function markupProblems(text: string): TemplateProblem[] {
  return problemsAt(text, errorsBetween({ text, known: new Map() }, 0, text.length));
}

interface CheckedText {
  readonly text: string;
  /** Cached results by attribute, because emails repeat their styles. */
  readonly known: Map<string, string | null>;
}

function errorsBetween(checked: CheckedText, from: number, to: number): MarkupError[] {
  const errors: MarkupError[] = [];
  for (const token of markupTokens(checked.text, from, to)) {
    for (const error of errorsOf(checked, token)) {
      errors.push(error);
      if (errors.length === PROBLEMS_MAX) return errors;
    }
  }
  return errors;
}

function errorsOf(checked: CheckedText, token: MarkupToken): MarkupError[] {
  const { text } = checked;
  switch (token.kind) {
    case 'declaration':
    case 'close':
      return [];
    case 'text':
      return urlErrors(text, token);
    case 'broken':
      return [{ at: token.at, message: markupRejectionSentence(text, token.at, token.why) }];
    case 'comment':
      return token.isConditional ? errorsBetween(checked, token.contentAt, token.contentEnd) : [];
    case 'style':
      return styleErrors(text, token);
    case 'open':
      return tagErrors(checked, token);
  }
}

function urlErrors(text: string, { at, end }: MarkupToken): MarkupError[] {
  const content = text.slice(at, end);
  if (!content.includes('{{')) return [];
  return urlsIn(decodeHTML(content)).flatMap(({ url }) => {
    const error = linkError(url);
    return error === null ? [] : [{ at, message: `${url}: ${error}` }];
  });
}

function styleErrors(
  text: string,
  { contentAt, contentEnd }: MarkupToken & { kind: 'style' },
): MarkupError[] {
  const css = text.slice(contentAt, contentEnd);
  const error = styleError(css) ?? fieldError(css);
  return error === null ? [] : [{ at: contentAt + error.at, message: error.message }];
}

function fieldError(css: string): MarkupError | null {
  const at = css.search(FIELD);
  return at < 0 ? null : { at, message: STYLE_MESSAGES.field };
}

function tagErrors({ known }: CheckedText, tag: MarkupToken & { kind: 'open' }): MarkupError[] {
  const refused = REFUSED.find((name) => name === tag.name);
  if (refused !== undefined) return [{ at: tag.at, message: MARKUP_MESSAGES[refused] }];
  if (!ALLOWED.test(tag.name)) return [{ at: tag.at, message: MARKUP_MESSAGES.tagNotAllowed(tag.name) }];
  return tag.attributes.flatMap((attribute) => {
    const key = `${attribute.isQuoted ? '"' : ''}${attribute.name}=${attribute.value ?? ''}`;
    let message = known.get(key);
    if (message === undefined) known.set(key, (message = attributeError(attribute)));
    return message === null ? [] : [{ at: attribute.valueAt, message }];
  });
}

function attributeError({ name, value: written, isQuoted }: MarkupAttribute): string | null {
  const value = written ?? '';
  if (name === 'http-equiv' && !HTTP_EQUIV.includes(decodeHTMLAttribute(value).toLowerCase()))
    return MARKUP_MESSAGES.httpEquiv;
  const kind = kindOfAttribute(name);
  if (FIELD.test(value)) {
    if (!isQuoted) return MARKUP_MESSAGES.unquoted(name);
    if (kind === 'plain' || kind === 'style') return MARKUP_MESSAGES.fieldNotAllowed(name);
  }
  if (name === 'xmlns' || name.startsWith('xmlns:')) return null;
  const error = referenceError(kind, name, value);
  return error === null ? null : `${name}: ${error}`;
}

function markupRejectionSentence(text: string, at: number, why: MarkupRejection): string {
  const tag = `“${text.slice(at, at + QUOTED_MAX).split('\n', 1)[0] ?? ''}”`;
  switch (why) {
    case 'reading':
      return MARKUP_MESSAGES.unreadable(tag);
    case 'comment':
      return MARKUP_MESSAGES.unreadableComment(tag);
    case 'field':
      return MARKUP_MESSAGES.fieldInMarkup(tag);
    case 'twice':
      return MARKUP_MESSAGES.attributeTwice(tag);
    case 'many':
      return MARKUP_MESSAGES.tooManyAttributes(tag, ATTRIBUTES_MAX);
  }
}

/** Returns a problem for each merge field that is unknown or not closed, by line. */
export function fieldProblems(text: string, known: readonly string[]): TemplateProblem[] {
  const unknown = unknownFields(text, known)
    .slice(0, PROBLEMS_MAX)
    .map(({ name, line }) => ({
      line,
      message: MARKUP_MESSAGES.unknownField(name, known.map((field) => `{{${field}}}`).join(', ')),
    }));
  return [...unknown, ...unclosedBraces(text).slice(0, PROBLEMS_MAX)].sort(
    (one, other) => one.line - other.line,
  );
}

function unclosedBraces(text: string): TemplateProblem[] {
  const rest = text.replace(/\{\{[^{}]*\}\}/g, (field) => field.replace(/[{}]/g, ' '));
  return rest
    .split('\n')
    .flatMap((line, index) =>
      line.includes('{{') ? [{ line: index + 1, message: MARKUP_MESSAGES.fieldNotClosed }] : [],
    );
}

/** Returns a function that converts an index to its line, from 1. The text is scanned only once. */
function lineNumbers(text: string): (at: number) => number {
  let starts: number[] | null = null;
  return (at) => {
    starts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
