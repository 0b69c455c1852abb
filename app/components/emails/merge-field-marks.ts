import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
} from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { MERGE_FIELDS } from '#app/lib/markup/merge-fields.ts';

const marker = new MatchDecorator({
  regexp: /\{\{[^{}]*\}\}/g,
  decoration: Decoration.mark({ class: 'cm-merge-field' }),
});

export const mergeFieldMarks = ViewPlugin.define<{
  marks: DecorationSet;
  update: (update: ViewUpdate) => void;
}>(
  (view) => ({
    marks: marker.createDeco(view),
    update(update: ViewUpdate) {
      this.marks = marker.updateDeco(update, this.marks);
    },
  }),
  { decorations: ({ marks }) => marks },
);

const OPTIONS: readonly Completion[] = Object.entries(MERGE_FIELDS).map(([name, detail]) => ({
  label: `{{${name}}}`,
  detail,
  type: 'variable',
  apply: writeField,
}));

/** Replaces the typed text with the selected field, including braces that the editor closed automatically. */
function writeField(view: EditorView, { label }: Completion, from: number, to: number) {
  const end = view.state.sliceDoc(to, to + 2) === '}}' ? to + 2 : to;
  view.dispatch(insertCompletionText(view.state, label, from, end));
}

const BEGUN = /\{\{\w*/;

function completeField(context: CompletionContext): CompletionResult | null {
  const begun = context.matchBefore(BEGUN);
  if (begun === null) return null;
  return { from: begun.from, options: OPTIONS, validFor: BEGUN };
}

/** Suggests merge fields after `{{`. */
export const mergeFieldCompletions = EditorState.languageData.of(() => [{ autocomplete: completeField }]);
