import type { MarkupError, MarkupToken } from '#app/lib/markup/markup-token-kinds.ts';
import { markupTokens } from '#app/lib/markup/markup-tokens.ts';
import { MJML_MESSAGES } from '#app/messages/markup-messages.ts';
import { PROBLEMS_MAX, problemsAt, type TemplateProblem } from './check-markup.ts';
import { closestMatch } from '#app/lib/text/closest-match.ts';

/** MJML elements that contain other MJML elements, or nothing. */
export const CONTAINER_ELEMENTS = [
  'mjml',
  'mj-head',
  'mj-body',
  'mj-attributes',
  'mj-all',
  'mj-class',
  'mj-breakpoint',
  'mj-wrapper',
  'mj-section',
  'mj-group',
  'mj-column',
  'mj-hero',
  'mj-accordion',
  'mj-accordion-element',
  'mj-navbar',
  'mj-social',
  'mj-carousel',
  'mj-divider',
  'mj-spacer',
  'mj-image',
];

/** MJML elements that contain text and HTML, but no other MJML elements. */
export const TEXT_ELEMENTS = [
  'mj-text',
  'mj-button',
  'mj-table',
  'mj-raw',
  'mj-title',
  'mj-preview',
  'mj-style',
  'mj-accordion-title',
  'mj-accordion-text',
  'mj-navbar-link',
  'mj-social-element',
  'mj-carousel-image',
];

/** Refused with their own message, or with their parent element. */
export const REFUSED_ELEMENTS = [
  'mj-include',
  'mj-font',
  'mj-html-attributes',
  'mj-selector',
  'mj-html-attribute',
];

const KNOWN = [...CONTAINER_ELEMENTS, ...TEXT_ELEMENTS];

/** Returns what is wrong with an element that MJML doesn't know; null for a known one. */
export function unknownTag(name: string): string | null {
  if (KNOWN.includes(name) || REFUSED_ELEMENTS.includes(name)) return null;
  return MJML_MESSAGES.unknownElement(name, closestMatch(name, KNOWN));
}

interface OpenElement {
  readonly name: string;
  readonly at: number;
  /** Whether an error in it was reported; further ones are skipped. */
  isReported: boolean;
}

/** Finds what MJML ignores: unknown or misplaced elements, misplaced text, missing end tags, a missing root or body. */
export function mjmlStructureProblems(source: string): TemplateProblem[] {
  return problemsAt(source, structureErrors(source).slice(0, PROBLEMS_MAX));
}

function structureErrors(source: string): MarkupError[] {
  const errors: MarkupError[] = [];
  const open: OpenElement[] = [];
  let first: string | null = null;
  let hasBody = false;
  for (const token of markupTokens(source)) {
    if (errors.length >= PROBLEMS_MAX || isUnreadMjml(source, token)) return errors;
    const error = positionError(source, token, open.at(-1));
    if (error !== null) errors.push(error);
    if ((token.kind !== 'open' && token.kind !== 'close') || !token.name.startsWith('mj')) continue;
    if (token.kind === 'close') {
      errors.push(...closed(open, token));
      continue;
    }
    first ??= token.name;
    hasBody ||= token.name === 'mj-body';
    if (!token.isClosed) open.push({ name: token.name, at: token.at, isReported: false });
  }
  errors.push(...open.reverse().map(neverClosed));
  if (first !== 'mjml' || !hasBody) {
    errors.push({ at: 0, message: MJML_MESSAGES.noBody });
  }
  return errors;
}

/** An unreadable MJML tag, reported elsewhere. Errors after it would be misleading. */
function isUnreadMjml(source: string, { kind, at }: MarkupToken): boolean {
  return kind === 'broken' && /^<\/?mj/i.test(source.slice(at, at + 4));
}

function positionError(
  source: string,
  token: MarkupToken,
  around: OpenElement | undefined,
): MarkupError | null {
  const { at } = token;
  if (token.kind === 'open' && token.name.startsWith('mj')) {
    const message =
      unknownTag(token.name) ??
      (around !== undefined && TEXT_ELEMENTS.includes(around.name)
        ? MJML_MESSAGES.notIn(token.name, around.name)
        : null);
    return message === null ? null : { at, message };
  }
  if (around === undefined || around.isReported || !CONTAINER_ELEMENTS.includes(around.name)) return null;
  const text = token.kind === 'text' ? source.slice(at, token.end) : '';
  const what = token.kind === 'open' ? `<${token.name}>` : text.trim() === '' ? null : 'Text';
  if (what === null) return null;
  around.isReported = true;
  const textAt = at + text.length - text.trimStart().length;
  return { at: textAt, message: MJML_MESSAGES.notDirectlyIn(what, around.name) };
}

/** Removes the closed element and the elements inside it that were never closed. */
function closed(open: OpenElement[], { name, at }: MarkupToken & { kind: 'close' }): MarkupError[] {
  const index = open.findLastIndex((element) => element.name === name);
  if (index < 0) return [{ at, message: MJML_MESSAGES.neverOpened(name) }];
  return open.splice(index).slice(1).reverse().map(neverClosed);
}

function neverClosed({ name, at }: OpenElement): MarkupError {
  return { at, message: MJML_MESSAGES.neverClosed(name) };
}
