import { escapeHtml, fieldsIn, oneLine } from '#app/lib/markup/merge-fields.ts';
import type { MarkupToken } from '#app/lib/markup/markup-token-kinds.ts';
import { markupTokens } from '#app/lib/markup/markup-tokens.ts';
import type { MergeValues } from '#app/schemas/email.ts';
import { addressesIn } from './mail-addresses.ts';
import { meaningOfAttribute } from './mail-references.ts';

interface Field {
  readonly name: string;
  readonly isInLink: boolean;
}
type Part = string | Field;

/** HTML or plain text cut at its merge fields. */
export type CutText = readonly Part[];

/** Addresses keep their sense in a link as they are: the settings' own, and the part behind mailto. */
const OWN_ADDRESSES = ['appUrl'];

/** Cuts HTML that `markupProblems` found to be good, so that filling it is quick. */
export function cutMarkup(html: string): CutText {
  return cut(html, linkRanges(html, markupTokens(html)));
}

/** Cuts plain text, in which mail programs make links of the addresses. */
export function cutText(text: string): CutText {
  return cut(
    text,
    addressesIn(text).map(({ at, address }) => ({ at, end: at + address.length })),
  );
}

/** @param links where addresses stand, in order */
function cut(text: string, links: readonly Range[]): CutText {
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

/** Fills the fields so that no value is more than words: in text and attributes as text, in addresses as a part of the address. */
export function fillMarkup(markup: CutText, values: MergeValues): string {
  return markup.map((part) => (typeof part === 'string' ? part : escapeHtml(valueOf(part, values)))).join('');
}

/** Fills the fields of plain text: each value is one line, and in an address a part of it that does not end it. */
export function fillText(cut: CutText, values: MergeValues): string {
  return cut.map((part) => (typeof part === 'string' ? part : valueOf(part, values))).join('');
}

function valueOf({ name, isInLink }: Field, values: MergeValues): string {
  const value = Object.hasOwn(values, name) ? oneLine(values[name] ?? '') : '';
  return isInLink && !OWN_ADDRESSES.includes(name) ? asPartOfAddress(value) : value;
}

function asPartOfAddress(value: string): string {
  return encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('%40', '@');
}

interface Range {
  readonly at: number;
  readonly end: number;
}

/** Where values of links and images stand, in order. */
function linkRanges(html: string, tokens: Iterable<MarkupToken>): Range[] {
  const ranges: Range[] = [];
  for (const token of tokens) {
    if (token.kind === 'comment' && token.isConditional) {
      ranges.push(...linkRanges(html, markupTokens(html, token.contentAt, token.contentEnd)));
    }
    if (token.kind !== 'open') continue;
    for (const { name, value, valueAt } of token.attributes) {
      if (LEADS_SOMEWHERE.includes(meaningOfAttribute(name)))
        ranges.push({ at: valueAt, end: valueAt + (value?.length ?? 0) });
    }
  }
  return ranges;
}

const LEADS_SOMEWHERE = ['link', 'image'];
