import type { DraftContent } from '#app/components/designate/draft/draft.ts';
import type { Merged } from '#app/components/designate/draft/merge.ts';
import { type DraftStudent, emptyStudent } from '#app/students/draft-students.ts';

/** Returns an empty student form with the given fields. */
export function student(more: Partial<DraftStudent> = {}): DraftStudent {
  return { ...emptyStudent('AK'), ...more };
}

/** Returns a class with six positions and, by default, no students. */
export function content(more: Partial<DraftContent> = {}): DraftContent {
  return { classSize: 60, criteria: 'OTHER', criteriaComment: '', students: [], ...more };
}

/** Returns the content of a merge without conflicts. */
export function done(merged: Merged | null): DraftContent {
  if (merged === null || merged.conflicts.length > 0) throw new Error('This merge asks.');
  return merged.content;
}
