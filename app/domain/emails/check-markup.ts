import { decodeHTML, decodeHTMLAttribute } from 'entities';
import { ATTRIBUTES_MAX } from '#app/lib/markup/markup-tags.ts';
import type {
  MarkupAttribute,
  MarkupError,
  MarkupToken,
  Unclear,
} from '#app/lib/markup/markup-token-kinds.ts';
import { markupTokens } from '#app/lib/markup/markup-tokens.ts';
import { unknownFields } from '#app/lib/markup/merge-fields.ts';
import { addressesIn, linkError } from './mail-addresses.ts';
import { meaningOfAttribute, referenceError } from './mail-references.ts';
import { styleError } from './style-errors.ts';

/** One error in a template; `line` starts at 1. */
export interface TemplateProblem {
  readonly line: number;
  readonly message: string;
}

const ALLOWED =
  /^(?:mjml|mj-[a-z-]+|a|abbr|address|article|aside|b|big|bdi|bdo|blockquote|body|br|caption|center|cite|code|col|colgroup|dd|del|dfn|div|dl|dt|em|figcaption|figure|font|footer|h[1-6]|head|header|hr|html|i|img|input|ins|kbd|label|li|main|mark|meta|nav|noscript|ol|p|pre|q|s|samp|section|small|span|strike|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|time|title|tr|tt|u|ul|var|wbr|xml|[vow]:[a-z]+)$/;
const REFUSED: Readonly<Record<string, string>> = {
  'mj-include': "mj-include can't be used. Put the content here.",
  'mj-font': "mj-font can't be used. Emails use fonts that recipients already have.",
  'mj-html-attributes': "mj-html-attributes can't be used.",
};
const HTTP_EQUIV = ['x-ua-compatible', 'content-type'];
const FIELD = /\{\{[^{}]*\}\}/;
const QUOTED_MAX = 30;

/** Further errors are reported once these are fixed. */
export const PROBLEMS_MAX = 50;

export function problemsAt(text: string, errors: readonly MarkupError[]): TemplateProblem[] {
  const lineOf = lineNumbers(text);
  return errors.map(({ at, message }) => ({ line: lineOf(at), message }));
}

/**
 * Finds what MJML or HTML for emails must not contain: includes, scripts, files, addresses other than links and https
 * images, merge fields whose values could act as markup, and ambiguous tags.
 */
export function markupProblems(text: string): TemplateProblem[] {
  return problemsAt(text, errorsBetween({ text, known: new Map() }, 0, text.length));
}

interface Looked {
  readonly text: string;
  /** Cached results by attribute, because emails repeat their styles. */
  readonly known: Map<string, string | null>;
}

function errorsBetween(looked: Looked, from: number, to: number): MarkupError[] {
  const errors: MarkupError[] = [];
  for (const token of markupTokens(looked.text, from, to)) {
    for (const error of errorsOf(looked, token)) {
      errors.push(error);
      if (errors.length === PROBLEMS_MAX) return errors;
    }
  }
  return errors;
}

function errorsOf(looked: Looked, token: MarkupToken): MarkupError[] {
  const { text } = looked;
  switch (token.kind) {
    case 'declaration':
    case 'close':
      return [];
    case 'text':
      return addressErrors(text, token);
    case 'broken':
      return [{ at: token.at, message: unclear(text, token.at, token.why) }];
    case 'comment':
      return token.isConditional ? errorsBetween(looked, token.contentAt, token.contentEnd) : [];
    case 'style':
      return styleErrors(text, token);
    case 'open':
      return tagErrors(looked, token);
  }
}

function addressErrors(text: string, { at, end }: MarkupToken): MarkupError[] {
  const words = text.slice(at, end);
  if (!words.includes('{{')) return [];
  return addressesIn(decodeHTML(words)).flatMap(({ address }) => {
    const error = linkError(address);
    return error === null ? [] : [{ at, message: `${address}: ${error}` }];
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
  return at < 0 ? null : { at, message: "Merge fields can't be used in styles." };
}

function tagErrors({ known }: Looked, tag: MarkupToken & { kind: 'open' }): MarkupError[] {
  const refused =
    REFUSED[tag.name] ?? (ALLOWED.test(tag.name) ? null : `<${tag.name}> can't be used in an email.`);
  if (refused !== null) return [{ at: tag.at, message: refused }];
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
    return "http-equiv can't be used in an email.";
  const meaning = meaningOfAttribute(name);
  if (FIELD.test(value)) {
    if (!isQuoted) return `${name}: put quotation marks around the value.`;
    if (meaning === 'plain' || meaning === 'style') return `${name}: merge fields can't be used here.`;
  }
  if (name === 'xmlns' || name.startsWith('xmlns:')) return null;
  const error = referenceError(meaning, name, value);
  return error === null ? null : `${name}: ${error}`;
}

function unclear(text: string, at: number, why: Unclear): string {
  const tag = `“${text.slice(at, at + QUOTED_MAX).split('\n', 1)[0] ?? ''}”`;
  switch (why) {
    case 'reading':
      return `${tag} can't be read. Is it complete? To show a <, write &lt;.`;
    case 'comment':
      return `${tag} can't be read: a comment begins with <!--, ends with the next -->, and contains neither <!-- nor --!>.`;
    case 'field':
      return `${tag}: a merge field can't replace a tag, an attribute, or the end of a comment.`;
    case 'twice':
      return `${tag} has the same attribute twice.`;
    case 'many':
      return `${tag} has more than ${ATTRIBUTES_MAX} attributes.`;
  }
}

export function fieldProblems(text: string, known: readonly string[]): TemplateProblem[] {
  const unknown = unknownFields(text, known)
    .slice(0, PROBLEMS_MAX)
    .map(({ name, line }) => ({
      line,
      message: `{{${name}}} isn't a merge field. Use one of these: ${known.map((field) => `{{${field}}}`).join(', ')}.`,
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
      line.includes('{{')
        ? [{ line: index + 1, message: "A merge field begins with {{ here but doesn't end with }}." }]
        : [],
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
