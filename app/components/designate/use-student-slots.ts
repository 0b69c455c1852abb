import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import type { OpenSlot } from '#app/components/designate/use-open-student.ts';
import { OPEN_FIELD } from '#app/students/draft-form.ts';

/**
 * Opens and closes the students' forms in place; without JavaScript, their buttons submit the list. Enter
 * opens the next form, Escape closes the open one. Both handlers are for the list's form.
 * @param keep stores what is typed in the open form before it closes
 */
export function useStudentSlots(formRef: RefObject<HTMLFormElement>, slot: OpenSlot, keep: () => void) {
  const isInOpen = (element: Element | null) => element?.closest('.student-open') != null;
  const show: OpenSlot['show'] = (index, at) => {
    // Blur formats the field.
    const field = document.activeElement;
    if (field instanceof HTMLElement && isInOpen(field)) field.blur();
    keep();
    slot.show(index, at);
  };

  const onClick = (event: MouseEvent) => {
    const { target } = event;
    const button = target instanceof Element ? target.closest('button') : null;
    if (button === null || button.name !== OPEN_FIELD) return;
    event.preventDefault();
    const isByEnter = button.parentElement === formRef.current;
    if (isByEnter && !isInOpen(document.activeElement)) return;
    show(button.value === '0' ? null : Number(button.value) - 1);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (key !== 'Escape' || event.defaultPrevented || !(target instanceof Element) || !isInOpen(target))
      return;
    event.preventDefault();
    show(null);
  };

  return { show, onClick, onKeyDown };
}

/** Returns the button that Enter clicks: opens the next form, or closes the last. Null if all are closed. */
export function enterButton(open: number | null, total: number): { name: string; value: string } | null {
  if (open === null) return null;
  return { name: OPEN_FIELD, value: String(open + 1 < total ? open + 2 : 0) };
}
