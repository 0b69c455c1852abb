import type { Desk } from '#app/components/domain/designate/desk-types.ts';

let current: Desk | null = null;

/** The desk of this tab, if any step was ever opened in it; for what runs outside of React. */
export function currentDesk(): Desk | null {
  return current;
}

export function setCurrentDesk(desk: Desk): void {
  current = desk;
}
