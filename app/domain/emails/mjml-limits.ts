import type { MarkupError, MarkupToken } from '#app/lib/markup/markup-token-kinds.ts';
import { markupTokens } from '#app/lib/markup/markup-tokens.ts';
import { MJML_MESSAGES } from '#app/messages/markup-messages.ts';
import { problemsAt, type TemplateProblem } from './check-markup.ts';

/** Far above what emails need; MJML becomes slow beyond these. */
const MJML_ELEMENTS_MAX = 1000;
const HTML_ELEMENTS_MAX = 10_000;
const ATTRIBUTES_IN_ALL_MAX = 10_000;
const DEPTH_MAX = 100;
/** Inlining styles checks every element against every selector. */
const INLINED_MAX = 500_000;
/** Approximate number of HTML elements per MJML element. */
const HTML_OF_MJML = 8;

/** Void elements, and elements whose end tag is optional. */
const WITHOUT_END =
  /^(?:area|base|br|col|hr|img|input|link|meta|wbr|p|li|dt|dd|tr|td|th|thead|tbody|tfoot|caption|colgroup)$/;

const number = new Intl.NumberFormat('en-US');

/** Returns the first limit that the source exceeds, with its line, in linear time. */
export function mjmlLimitProblems(source: string): TemplateProblem[] {
  const tokens = [...markupTokens(source)];
  const error = countError(tokens) ?? inliningError(source, tokens);
  return problemsAt(source, error === null ? [] : [error]);
}

function countError(tokens: readonly MarkupToken[]): MarkupError | null {
  let mjml = 0;
  let html = 0;
  let attributes = 0;
  let depth = 0;
  for (const token of tokens) {
    const { at, kind } = token;
    if (kind === 'comment') mjml += 1;
    if (kind === 'close' && !WITHOUT_END.test(token.name)) depth = Math.max(0, depth - 1);
    if (kind === 'open') {
      if (token.name.startsWith('mj')) mjml += 1;
      else html += 1;
      attributes += token.attributes.length;
      if (!token.isClosed && !WITHOUT_END.test(token.name)) depth += 1;
    }
    const passed = passedLimit({ mjml, html, attributes, depth });
    if (passed !== null) return { at, message: passed };
  }
  return null;
}

function passedLimit(counts: { mjml: number; html: number; attributes: number; depth: number }) {
  if (counts.mjml > MJML_ELEMENTS_MAX)
    return MJML_MESSAGES.tooMany(number.format(MJML_ELEMENTS_MAX), 'MJML elements and comments');
  if (counts.html > HTML_ELEMENTS_MAX)
    return MJML_MESSAGES.tooMany(number.format(HTML_ELEMENTS_MAX), 'HTML elements');
  if (counts.attributes > ATTRIBUTES_IN_ALL_MAX)
    return MJML_MESSAGES.tooMany(number.format(ATTRIBUTES_IN_ALL_MAX), 'attributes');
  return counts.depth > DEPTH_MAX ? MJML_MESSAGES.tooDeep(DEPTH_MAX) : null;
}

function inliningError(source: string, tokens: readonly MarkupToken[]): MarkupError | null {
  let elements = 0;
  let selectors = 0;
  let last: MarkupError | null = null;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open') elements += token.name.startsWith('mj') ? HTML_OF_MJML : 1;
    if (token.kind !== 'style' || !isInlined(tokens[index - 1])) continue;
    selectors += source.slice(token.contentAt, token.contentEnd).match(/[{,]/g)?.length ?? 0;
    last = { at: token.at, message: '' };
  }
  if (last === null || selectors * elements <= INLINED_MAX) return null;
  return { ...last, message: MJML_MESSAGES.tooManySelectors(number.format(selectors)) };
}

function isInlined(tag: MarkupToken | undefined): boolean {
  return tag?.kind === 'open' && tag.attributes.some(({ name }) => name === 'inline');
}
