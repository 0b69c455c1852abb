import { OPEN_FIELD } from '#app/students/draft-form.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';

/** A button of a student list. `position` is from 1; 0 closes the open form. */
export interface ListStep {
  readonly act: (typeof ACTS)[number];
  readonly position: number;
}

const ACTS = [OPEN_FIELD, 'add', 'remove', 'up', 'down'] as const;

/** Returns the button clicked in a form without JavaScript; null to save the list. */
export function listStepOf(form: FormData): ListStep | null {
  for (const act of ACTS) {
    const value = form.get(act);
    if (typeof value === 'string' && /^\d{1,3}$/.test(value)) return { act, position: Number(value) };
  }
  return null;
}

/** Returns the list after a step, and the index of the form that is open then; null if none is. */
export function afterListStep(
  students: readonly DraftStudent[],
  { act, position }: ListStep,
  empty: DraftStudent,
): { students: readonly DraftStudent[]; open: number | null } {
  if (act === 'add') return { students: [...students, empty], open: students.length };
  if (act === 'remove')
    return { students: students.filter((_, index) => index !== position - 1), open: null };
  if (act === 'up' || act === 'down') return movedStudent(students, position - 1, act === 'up' ? -1 : 1);
  return { students, open: position >= 1 && position <= students.length ? position - 1 : null };
}

function movedStudent(students: readonly DraftStudent[], from: number, by: 1 | -1) {
  const [moved, other] = [students[from], students[from + by]];
  if (moved === undefined || other === undefined) return { students, open: null };
  return { students: students.with(from, other).with(from + by, moved), open: from + by };
}
