import type { KeyboardEvent } from 'react';

/** Closes the panel that has the focus, and focuses its header. */
export function closeOnEscape({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const panel = currentTarget.querySelector('details[open]:focus-within');
  if (key !== 'Escape' || panel === null) return;
  panel.removeAttribute('open');
  panel.querySelector('summary')?.focus();
}
