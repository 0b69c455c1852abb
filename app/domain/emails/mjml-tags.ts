import { nearestWord } from '#app/lib/nearest-word.ts';

/** MJML's elements that hold other elements of MJML, or nothing. */
export const HOLDING_ELEMENTS = [
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

/** MJML's elements that hold words and HTML, and no other elements of MJML. */
export const WORD_ELEMENTS = [
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

/** Refused with words of their own, or with the element around them. */
export const REFUSED_ELEMENTS = [
  'mj-include',
  'mj-font',
  'mj-html-attributes',
  'mj-selector',
  'mj-html-attribute',
];

const KNOWN = [...HOLDING_ELEMENTS, ...WORD_ELEMENTS];

/** What is wrong with the name of an element of MJML, or null. */
export function unknownTag(name: string): string | null {
  if (KNOWN.includes(name) || REFUSED_ELEMENTS.includes(name)) return null;
  const meant = nearestWord(name, KNOWN);
  return `<${name}> is not an element of MJML.${meant === undefined ? '' : ` Is <${meant}> meant?`}`;
}
