import type { FocusEvent, KeyboardEvent } from 'react';

/** Closes the panel that has the focus, and focuses its header. */
export function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const panel = currentTarget.querySelector('details[open]:focus-within');
  if (key !== 'Escape' || panel === null) return;
  panel.removeAttribute('open');
  panel.querySelector('summary')?.focus();
}

/** Closes panels over the list when the focus leaves them all, so that they don't hide what has it (WCAG 2.4.11). */
export function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return;
  for (const panel of currentTarget.querySelectorAll('details[open]')) {
    if (isOverlay(panel.lastElementChild)) panel.removeAttribute('open');
  }
}

/** On phones, a panel moves the list down instead. */
function isOverlay(body: Element | null): boolean {
  return body !== null && window.getComputedStyle(body).position === 'absolute';
}
