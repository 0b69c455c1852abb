import { useEffect, useRef, useState } from 'react';
import { studentLineId } from '#app/components/designate/student-line.tsx';
import { type DraftStudent, isFilledIn } from '#app/students/draft-students.ts';

/** What to focus when a student's form opens: the first field with an error, or else the first; or an element by ID. */
export type FocusedField = 'first' | { readonly id: string; readonly fallbackId?: string };

export interface OpenSlot {
  /** Index, from 0; null if all are closed. */
  readonly open: number | null;
  /** Opens a form and moves the focus into it; null closes the open form. */
  show(index: number | null, at?: FocusedField): void;
  close(): void;
}

/**
 * @param initial index of the initially open form, from 0
 * @param isAsked whether the URL names that student; if so, the form is focused immediately
 */
export function useOpenStudent(initial: () => number | null, isAsked = false): OpenSlot {
  const [shown, setShown] = useState(() => ({ open: initial(), turn: 0 }));
  const target = useRef(isAsked && shown.open !== null ? fieldsOf(shown.open, 'first') : []);
  const isArriving = useRef(isAsked);
  useEffect(() => {
    const focus = () => {
      isArriving.current = false;
      focusOn(target.current);
      target.current = [];
    };
    if (!isArriving.current) return focus();
    // After a navigation, the page focuses its heading first.
    const timer = window.setTimeout(focus);
    return () => window.clearTimeout(timer);
  }, [shown]);

  const turn = shown.turn + 1;
  return {
    open: shown.open,
    show: (index, at = 'first') => {
      target.current = index === null ? lineOf(shown.open) : fieldsOf(index, at);
      setShown({ open: index, turn });
    },
    close: () => setShown({ open: null, turn }),
  };
}

/** Returns the index of the first open form, from 0: the requested one, or the first if the list is empty. */
export function firstOpen(students: readonly DraftStudent[], asked: string | null): number | null {
  if (asked !== null && /^\d{1,3}$/.test(asked)) return asked === '0' ? null : Number(asked) - 1;
  return students.some(isFilledIn) ? null : 0;
}

function lineOf(index: number | null): string[] {
  return index === null ? [] : [`#${studentLineId(index)}`];
}

/** Returns selectors in order of preference. */
function fieldsOf(index: number, at: FocusedField): string[] {
  const slot = `#student-${index + 1}`;
  const preferred =
    at === 'first'
      ? [`${slot} [aria-invalid=true]`]
      : [at.id, ...(at.fallbackId === undefined ? [] : [at.fallbackId])].map((id) => `#${CSS.escape(id)}`);
  return [...preferred, `${slot} [name$='.first']`];
}

/** Scrolls the form into view if needed, or else to its field, then focuses it. */
function focusOn(selectors: readonly string[]): void {
  const [field] = selectors.flatMap((selector) => document.querySelector<HTMLElement>(selector) ?? []);
  const slot = field?.closest('.student-slot');
  const top = slot?.getBoundingClientRect().top ?? 0;
  if (top < 0 || top > window.innerHeight / 2) slot?.scrollIntoView({ block: 'start' });
  field?.focus({ preventScroll: true });
  if (field !== undefined && isHidden(field)) {
    // The message is below the field.
    (field.closest('.field') ?? field).scrollIntoView({ block: 'center' });
  }
}

/** Whether the field is outside of the window, or behind the bar at its bottom. */
function isHidden(field: HTMLElement): boolean {
  const { top, bottom } = field.getBoundingClientRect();
  const bar = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? window.innerHeight;
  return top < 0 || bottom > Math.min(bar, window.innerHeight);
}
