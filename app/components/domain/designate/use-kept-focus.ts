import { useEffect, useRef } from 'react';

/** Where the forms start anew, the focus returns to the field it was in, or else to the heading: never to nowhere. */
export function useKeptFocus(round: number): void {
  const lastName = useRef<string | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      lastName.current = target instanceof Element ? target.getAttribute('name') : null;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);

  useEffect(() => {
    if (round === 0 || document.activeElement !== document.body) return;
    const field = Array.from(document.getElementsByName(lastName.current ?? '')).find(
      (element) => !element.hidden,
    );
    const target = field ?? document.querySelector<HTMLElement>('main h1');
    target?.focus({ preventScroll: true });
  }, [round]);
}
