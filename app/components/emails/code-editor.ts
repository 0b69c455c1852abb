import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { xml } from '@codemirror/lang-xml';
import { bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import type { EmailCheckResponse } from '#app/schemas/email-screens.ts';
import { editorColors, editorTheme } from './code-editor-theme.ts';
import { mergeFieldCompletions, mergeFieldMarks } from './merge-field-marks.ts';
import { MJML_ELEMENTS } from './mjml-elements.ts';

export interface CodeEditor {
  setText(text: string): void;
  setMjml(isMjml: boolean): void;
  setProblems(response: EmailCheckResponse): void;
  insert(text: string): void;
  goToLine(line: number): void;
  remove(): void;
}

/**
 * Replaces a text area with a code editor; the text area keeps the text for the form. The editor is in a shadow tree,
 * because the Content-Security-Policy forbids its styles in the page. Tab leaves it.
 */
export function replaceTextArea(area: HTMLTextAreaElement, { isMjml }: { isMjml: boolean }): CodeEditor {
  const host = document.createElement('div');
  host.className = 'code-editor';
  area.after(host);
  const root = host.attachShadow({ mode: 'open' });
  const language = new Compartment();
  const languageOf = (isOn: boolean) => (isOn ? xml({ elements: MJML_ELEMENTS, autoCloseTags: false }) : []);
  const label = area.labels[0]?.textContent ?? '';
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: area.value,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        autocompletion(),
        mergeFieldCompletions,
        mergeFieldMarks,
        language.of(languageOf(isMjml)),
        syntaxHighlighting(editorColors),
        editorTheme,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', tabindex: '0' }),
        keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (!docChanged || area.value === state.doc.toString()) return;
          area.value = state.doc.toString();
          area.dispatchEvent(new Event('input', { bubbles: true }));
        }),
      ],
    }),
  });
  const goIn = () => view.focus();
  area.classList.add('visually-hidden');
  area.tabIndex = -1;
  area.setAttribute('aria-hidden', 'true');
  area.addEventListener('focus', goIn);
  if (document.activeElement === area) goIn();

  return {
    setText: (text) => {
      if (text === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    setMjml: (isOn) => view.dispatch({ effects: language.reconfigure(languageOf(isOn)) }),
    setProblems: (response) => view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state, response))),
    insert: (text) => {
      view.dispatch(view.state.replaceSelection(text), { scrollIntoView: true });
      view.focus();
    },
    goToLine: (line) => {
      const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      view.focus();
    },
    remove: () => {
      view.destroy();
      host.remove();
      area.removeEventListener('focus', goIn);
      area.classList.remove('visually-hidden');
      area.removeAttribute('aria-hidden');
      area.removeAttribute('tabindex');
    },
  };
}

/** Marks problems and warnings on their lines. The text may have become shorter since the check. */
function diagnosticsOf({ doc }: EditorState, { problems, warnings }: EmailCheckResponse): Diagnostic[] {
  const onLine = (line: number, message: string, severity: Diagnostic['severity']) => {
    const { from, to } = doc.line(Math.min(line, doc.lines));
    return { from, to, message, severity };
  };
  return [
    ...problems
      .filter(({ field }) => field === 'body')
      .map(({ line, message }) => onLine(line, message, 'error')),
    ...warnings.map(({ line, message }) => onLine(line, message, 'warning')),
  ];
}
