import { useEffect, useRef } from 'react';

interface Focused {
  readonly element: Element;
  readonly id: string;
  readonly name: string | null;
  readonly selection: readonly [number, number] | null;
}

/**
 * Where `occasion` changes because the forms start anew or a notice goes, and what had the focus went with them, the focus returns
 * to the field it was in, with its caret, or else to the heading: never to nowhere.
 */
export function useRestoredFocus(occasion: string): void {
  const last = useRef<Focused | null>(null);
  useEffect(() => {
    const remember = () => {
      const element = document.activeElement;
      if (element === null || element === document.body) return;
      const name = element.getAttribute('name');
      last.current = { element, id: element.id, name, selection: selectionIn(element) };
    };
    document.addEventListener('focusin', remember);
    document.addEventListener('selectionchange', remember);
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('selectionchange', remember);
    };
  }, []);

  useEffect(() => {
    const before = last.current;
    if (before === null || before.element.isConnected || document.activeElement !== document.body) return;
    const field = Array.from(document.getElementsByName(before.name ?? '')).find(
      (element) => !element.hidden,
    );
    const target =
      document.getElementById(before.id) ?? field ?? document.querySelector<HTMLElement>('main h1');
    target?.focus({ preventScroll: true });
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isText && before.selection !== null) target.setSelectionRange(...before.selection);
  }, [occasion]);
}

/** Null where a control has no caret to ask for, such as an email's. */
function selectionIn(element: Element): readonly [number, number] | null {
  const isText = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  if (!isText || element.selectionStart === null || element.selectionEnd === null) return null;
  return [element.selectionStart, element.selectionEnd];
}
