import type { SubmissionResult } from '@conform-to/react';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import type { CsvOutcome, ImportQuestion } from '#app/lib/student-csv/student-csv-outcome.ts';

/** What is wrong with a list of students, by the names of its fields: 'students[2].email'; '' is the form itself. */
export type StudentErrors = Readonly<Record<string, readonly string[]>>;

/** What a list of students gets back when it was not saved: everything typed, and whose form to open. */
export type StudentsReply = SubmissionResult<string[]> & {
  readonly students: readonly DraftStudent[];
  /** The version that the list was entered on. */
  readonly version: string;
  /** The place of the open student, from 0; null for none. */
  readonly open: number | null;
  /** What an import has done, where one was sent. */
  readonly outcome?: CsvOutcome;
  /** The list before that, where it can be brought back. */
  readonly before?: readonly DraftStudent[];
  /** The list that an import would make, and what to ask before. */
  readonly asked?: { readonly question: ImportQuestion; readonly students: readonly DraftStudent[] };
};

interface FoundIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Issues of a schema or a service by the field they are about; what concerns the list as a whole is about the form. */
export function errorsByField(issues: readonly FoundIssue[]): StudentErrors {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issues) (errors[fieldName(path)] ??= []).push(message);
  return errors;
}

/** The place of the student that a field belongs to, from 0; null for other fields. */
export function studentIndexOf(name: string): number | null {
  const index = /^students\[(\d+)\]/.exec(name)?.[1];
  return index === undefined ? null : Number(index);
}

/** The place of the first student with an error, from 0; null without one. */
export function firstWrongStudent(errors: StudentErrors): number | null {
  const wrong = new Set(Object.keys(errors).map(studentIndexOf));
  wrong.delete(null);
  return wrong.size === 0 ? null : Math.min(...Array.from(wrong, Number));
}

/** The errors of one student's form, by the names of its fields. */
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
