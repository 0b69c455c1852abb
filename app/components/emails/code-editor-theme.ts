import { defaultHighlightStyle, HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';

/** CodeMirror's colors as tokens of the theme, for light and dark. Everything else has the text's color. */
const COLORS: Readonly<Record<string, string>> = {
  '#085': 'var(--bs-link-color)',
  '#00c': 'var(--bs-info-text-emphasis)',
  '#00f': 'var(--bs-info-text-emphasis)',
  '#a11': 'var(--bs-secondary-text-emphasis)',
  '#940': 'var(--bs-secondary-color)',
  '#219': 'var(--bs-info-text-emphasis)',
  '#164': 'var(--bs-success-text-emphasis)',
};

export const editorColors = HighlightStyle.define(
  defaultHighlightStyle.specs.flatMap(({ color, ...spec }) => {
    if (typeof color !== 'string') return [spec];
    const ours = COLORS[color];
    return ours === undefined ? [] : [{ ...spec, color: ours }];
  }),
);

export const editorTheme = EditorView.theme({
  '&': { color: 'var(--bs-body-color)', fontSize: '0.875rem', height: '100%' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
    lineHeight: '1.5',
  },
  '.cm-content': { caretColor: 'var(--bs-body-color)' },
  '.cm-cursor': { borderLeftColor: 'var(--bs-body-color)' },
  '.cm-gutters': {
    color: 'var(--bs-secondary-color)',
    backgroundColor: 'var(--bs-tertiary-bg)',
    borderRight: '1px solid var(--bs-border-color)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--bs-tertiary-bg) 55%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--bs-primary-bg-subtle)',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--bs-secondary-bg-subtle)' },
  '.cm-merge-field': {
    color: 'var(--bs-primary-text-emphasis)',
    backgroundColor: 'var(--bs-primary-bg-subtle)',
    borderRadius: '3px',
  },
  '.cm-tooltip': {
    color: 'var(--bs-body-color)',
    backgroundColor: 'var(--bs-body-bg)',
    border: '1px solid var(--bs-border-color)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--bs-body-color)',
    backgroundColor: 'var(--bs-primary-bg-subtle)',
  },
});
