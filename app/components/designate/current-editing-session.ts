import type { EditingSession } from '#app/components/designate/editing-session-types.ts';

let current: EditingSession | null = null;

/** The session of this tab, if any step was ever opened in it; for what runs outside of React. */
export function currentEditingSession(): EditingSession | null {
  return current;
}

export function setCurrentEditingSession(session: EditingSession): void {
  current = session;
}
