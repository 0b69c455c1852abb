import type { SubmissionResult } from '@conform-to/react';
import type { DraftStudent } from '#app/students/draft-students.ts';
import type { ImportQuestion } from '#app/students/csv/student-csv-outcome.ts';
import type { ListOutcome } from '#app/students/list-change.ts';

/** Errors by field name, like 'students[2].email'; '' is the form itself. */
export type StudentErrors = Readonly<Record<string, readonly string[]>>;

/** The response to a list that wasn't saved, with everything that was typed. */
export type StudentsReply = SubmissionResult<string[]> & {
  readonly students: readonly DraftStudent[];
  readonly version: string;
  /** Index of the open student, from 0; null if none is. */
  readonly open: number | null;
  readonly outcome?: ListOutcome;
  /** The list before the import, if it can be undone. */
  readonly before?: readonly DraftStudent[];
  /** The list that an import would create, and the question to ask first. */
  readonly asked?: { readonly question: ImportQuestion; readonly students: readonly DraftStudent[] };
};

interface FoundIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Groups the issues of a schema or a service by field. Issues with the whole list belong to the form. */
export function errorsByField(issues: readonly FoundIssue[]): StudentErrors {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) (errors[fieldName(path)] ??= []).push(message);
  return errors;
}

/** Returns the index of the student that a field belongs to; null for other fields. */
export function studentIndexOf(name: string): number | null {
  const index = /^students\[(\d+)\]/.exec(name)?.[1];
  return index === undefined ? null : Number(index);
}

/** Returns the index of the first student with an error; null if there is none. */
export function firstWrongStudent(errors: StudentErrors): number | null {
  const wrong = new Set(Object.keys(errors).map(studentIndexOf));
  wrong.delete(null);
  return wrong.size === 0 ? null : Math.min(...Array.from(wrong, Number));
}

/** Returns the errors of one student, by field name. */
export function errorsOfStudent(errors: StudentErrors, index: number): StudentErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => studentIndexOf(name) === index));
}

function fieldName([first = '', ...rest]: readonly PropertyKey[]): string {
  if (first === 'students' && rest.length === 0) return '';
  return rest.reduce<string>(
    (name, part) => (typeof part === 'number' ? `${name}[${part}]` : `${name}.${String(part)}`),
    String(first),
  );
}
