import type { ElementSpec } from '@codemirror/lang-xml';

const SPACED = ['padding', 'css-class', 'mj-class'];
const TEXT = ['align', 'color', 'font-family', 'font-size', 'font-weight', 'line-height'];

function element(
  name: string,
  attributes: readonly string[] = [],
  children?: readonly string[],
): ElementSpec {
  return {
    name,
    attributes: [...attributes],
    ...(children === undefined ? {} : { children: [...children] }),
  };
}

const IN_COLUMNS = [
  'mj-text',
  'mj-button',
  'mj-image',
  'mj-divider',
  'mj-spacer',
  'mj-table',
  'mj-social',
  'mj-raw',
];

/** MJML elements suggested by the editor: the most common ones in emails. */
export const MJML_ELEMENTS: readonly ElementSpec[] = [
  { ...element('mjml', ['lang', 'dir'], ['mj-head', 'mj-body']), top: true },
  element('mj-head', [], ['mj-title', 'mj-preview', 'mj-attributes', 'mj-style', 'mj-breakpoint', 'mj-raw']),
  element('mj-title'),
  element('mj-preview'),
  element('mj-attributes', [], ['mj-all', 'mj-class', 'mj-text', 'mj-button', 'mj-section', 'mj-column']),
  element('mj-all', TEXT),
  element('mj-class', ['name', ...TEXT]),
  element('mj-style', ['inline']),
  element('mj-breakpoint', ['width']),
  element('mj-body', ['width', 'background-color'], ['mj-section', 'mj-wrapper', 'mj-hero', 'mj-raw']),
  element('mj-wrapper', ['background-color', 'border', ...SPACED], ['mj-section']),
  element(
    'mj-section',
    ['background-color', 'background-url', 'full-width', 'text-align', ...SPACED],
    ['mj-column', 'mj-group'],
  ),
  element('mj-group', ['width', 'background-color'], ['mj-column']),
  element('mj-hero', ['background-color', 'background-url', 'mode', ...SPACED], IN_COLUMNS),
  element(
    'mj-column',
    ['width', 'background-color', 'border', 'border-radius', 'vertical-align', ...SPACED],
    IN_COLUMNS,
  ),
  element('mj-text', [...TEXT, ...SPACED]),
  element('mj-button', ['href', 'background-color', 'border-radius', 'inner-padding', ...TEXT, ...SPACED]),
  element('mj-image', ['src', 'alt', 'href', 'width', 'align', 'border-radius', ...SPACED]),
  element('mj-divider', ['border-color', 'border-width', 'border-style', 'width', ...SPACED]),
  element('mj-spacer', ['height']),
  element('mj-table', ['width', 'cellpadding', ...TEXT, ...SPACED]),
  element('mj-social', ['mode', 'icon-size', ...SPACED], ['mj-social-element']),
  element('mj-social-element', ['name', 'href', 'src', 'alt']),
  element('mj-raw'),
];
