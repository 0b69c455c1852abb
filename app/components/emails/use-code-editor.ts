import { type RefObject, useCallback, useEffect, useRef } from 'react';
import type { EmailCheckResponse } from '#app/schemas/email-screens.ts';
import type { CodeEditor } from './code-editor.ts';

export interface CodeEditorHandle {
  /** Inserts text at the cursor of the subject or body, whichever had the focus last. */
  insert(text: string): void;
  replace(text: string): void;
  /** From 1. */
  goToLine(line: number): void;
}

/**
 * Replaces the form's text area `body` with a code editor once it has loaded; if that fails, the text area remains.
 * The text area holds the text and fires input events for changes.
 */
export function useCodeEditor(
  formRef: RefObject<HTMLFormElement>,
  response: EmailCheckResponse,
): CodeEditorHandle {
  const editorRef = useRef<CodeEditor | null>(null);
  const responseRef = useRef(response);
  const isInSubject = useRef(false);

  useEffect(() => {
    responseRef.current = response;
    editorRef.current?.setProblems(response);
  }, [response]);

  useEffect(() => {
    const form = formRef.current;
    const area = form === null ? null : bodyOf(form);
    if (form === null || area === null) return;
    let isUnmounted = false;
    const sync = () => setTimeout(() => editorRef.current?.setText(area.value));
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === 'richText') {
        editorRef.current?.setMjml(target.checked);
      }
      if (target === area) editorRef.current?.setText(area.value);
    };
    const onFocus = ({ target }: Event) => {
      if (target === form.elements.namedItem('subject')) isInSubject.current = true;
      if (target === area || (target instanceof Element && target.shadowRoot !== null))
        isInSubject.current = false;
    };
    form.addEventListener('focusin', onFocus);
    form.addEventListener('reset', sync);
    form.addEventListener('change', onChange);
    import('./code-editor.ts').then(
      ({ replaceTextArea }) => {
        if (isUnmounted) return;
        const box = form.elements.namedItem('richText');
        editorRef.current = replaceTextArea(area, {
          isMjml: box instanceof HTMLInputElement && box.checked,
        });
        editorRef.current.setProblems(responseRef.current);
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
      form.removeEventListener('focusin', onFocus);
      form.removeEventListener('reset', sync);
      form.removeEventListener('change', onChange);
      editorRef.current?.remove();
      editorRef.current = null;
    };
  }, [formRef]);

  const insert = useCallback(
    (text: string) => {
      const form = formRef.current;
      if (form === null) return;
      const field = isInSubject.current ? form.elements.namedItem('subject') : bodyOf(form);
      if (!isInSubject.current && editorRef.current !== null) {
        editorRef.current.insert(text);
      } else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
        const { selectionStart, selectionEnd, value } = field;
        field.setRangeText(text, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.focus();
      }
    },
    [formRef],
  );
  const replace = useCallback(
    (text: string) => {
      const area = formRef.current === null ? null : bodyOf(formRef.current);
      if (editorRef.current !== null) {
        editorRef.current.setText(text);
        editorRef.current.goToLine(1);
      } else if (area !== null) {
        area.value = text;
        area.dispatchEvent(new Event('input', { bubbles: true }));
        area.focus();
      }
    },
    [formRef],
  );
  const goToLine = useCallback((line: number) => editorRef.current?.goToLine(line), []);
  return { insert, replace, goToLine };
}

function bodyOf(form: HTMLFormElement): HTMLTextAreaElement | null {
  const area = form.elements.namedItem('body');
  return area instanceof HTMLTextAreaElement ? area : null;
}
