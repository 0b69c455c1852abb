import { OPEN_FIELD } from '#app/lib/students/draft-form.ts';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';

/** What a button of a list of students asks for; places are from 1, and 0 closes the open form. */
export interface ListStep {
  readonly act: (typeof ACTS)[number];
  readonly position: number;
}

/** The buttons' names. */
const ACTS = [OPEN_FIELD, 'add', 'remove'] as const;

/** The step that a form without scripts was sent for; null where it is to be saved. */
export function listStepOf(form: FormData): ListStep | null {
  for (const act of ACTS) {
    const value = form.get(act);
    if (typeof value === 'string' && /^\d{1,3}$/.test(value)) return { act, position: Number(value) };
  }
  return null;
}

/** The list after a step, and the place of the form that is open then, from 0; null for none. */
export function afterListStep(
  students: readonly DraftStudent[],
  { act, position }: ListStep,
  empty: DraftStudent,
): { students: readonly DraftStudent[]; open: number | null } {
  if (act === 'add') return { students: [...students, empty], open: students.length };
  if (act === 'remove')
    return { students: students.filter((_, index) => index !== position - 1), open: null };
  return { students, open: position >= 1 && position <= students.length ? position - 1 : null };
}
