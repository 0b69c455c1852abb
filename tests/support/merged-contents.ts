import type { DraftContent } from '#app/components/designate/draft/draft.ts';
import type { Merged } from '#app/components/designate/draft/merge.ts';
import { type DraftStudent, emptyStudent } from '#app/lib/students/draft-students.ts';

/** A student's form with nothing in it but what is given. */
export function student(more: Partial<DraftStudent> = {}): DraftStudent {
  return { ...emptyStudent('AK'), ...more };
}

/** A class with six places, and no students unless given. */
export function content(more: Partial<DraftContent> = {}): DraftContent {
  return { classSize: 60, criteria: 'OTHER', criteriaComment: '', students: [], ...more };
}

/** The content of a merge that asks nothing. */
export function done(merged: Merged | null): DraftContent {
  if (merged === null || merged.conflicts.length > 0) throw new Error('This merge asks.');
  return merged.content;
}
