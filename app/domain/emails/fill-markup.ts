import { escapeHtml, fieldsIn, oneLine } from '#app/lib/markup/merge-fields.ts';
import type { MarkupToken } from '#app/lib/markup/markup-token-kinds.ts';
import { markupTokens } from '#app/lib/markup/markup-tokens.ts';
import type { MergeValues } from '#app/schemas/email.ts';
import { urlsIn } from './email-links.ts';
import { kindOfAttribute } from './email-references.ts';

interface Field {
  readonly name: string;
  readonly isInLink: boolean;
}
type Part = string | Field;

/** HTML or plain text split at its merge fields. */
export type SplitText = readonly Part[];

/** Fields with a full URL, which isn't escaped in links. */
const OWN_URLS = ['appUrl'];

/** Splits HTML that passed `markupProblems`, so that filling it is fast. */
export function splitMarkup(html: string): SplitText {
  return split(html, linkRanges(html, markupTokens(html)));
}

/** Splits plain text. Email programs turn its URLs into links. */
export function splitText(text: string): SplitText {
  return split(
    text,
    urlsIn(text).map(({ at, url }) => ({ at, end: at + url.length })),
  );
}

/** @param links ranges of the URLs, in order */
function split(text: string, links: readonly Range[]): SplitText {
  const parts: Part[] = [];
  let from = 0;
  let nextLink = 0;
  for (const { at, end, name } of fieldsIn(text)) {
    parts.push(text.slice(from, at));
    while ((links[nextLink]?.end ?? Infinity) <= at) nextLink += 1;
    parts.push({ name, isInLink: (links[nextLink]?.at ?? Infinity) <= at });
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}

/** Fills the fields: values are escaped as text, and in URLs also encoded as part of the URL. */
export function fillMarkup(markup: SplitText, values: MergeValues): string {
  return markup.map((part) => (typeof part === 'string' ? part : escapeHtml(valueOf(part, values)))).join('');
}

/** Fills the fields of plain text: values become one line, and are encoded in URLs. */
export function fillText(text: SplitText, values: MergeValues): string {
  return text.map((part) => (typeof part === 'string' ? part : valueOf(part, values))).join('');
}

function valueOf({ name, isInLink }: Field, values: MergeValues): string {
  const value = Object.hasOwn(values, name) ? oneLine(values[name] ?? '') : '';
  return isInLink && !OWN_URLS.includes(name) ? asPartOfUrl(value) : value;
}

function asPartOfUrl(value: string): string {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('%40', '@');
}

interface Range {
  readonly at: number;
  readonly end: number;
}

function linkRanges(html: string, tokens: Iterable<MarkupToken>): Range[] {
  const ranges: Range[] = [];
  for (const token of tokens) {
    if (token.kind === 'comment' && token.isConditional) {
      ranges.push(...linkRanges(html, markupTokens(html, token.contentAt, token.contentEnd)));
    }
    if (token.kind !== 'open') continue;
    for (const { name, value, valueAt } of token.attributes) {
      if (LEADS_SOMEWHERE.includes(kindOfAttribute(name)))
        ranges.push({ at: valueAt, end: valueAt + (value?.length ?? 0) });
    }
  }
  return ranges;
}

const LEADS_SOMEWHERE = ['link', 'image'];
