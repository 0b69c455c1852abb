import { data, type TypedResponse } from '@remix-run/node';
import { z } from 'zod';
import { Invalid } from '#app/lib/domain-errors.ts';
import { LIST_FIELD, studentsInFields } from '#app/students/draft-form.ts';
import { type DraftStudent, emptyStudent } from '#app/students/draft-students.ts';
import { DraftStudentSchema } from '#app/schemas/draft-student.ts';
import { MAX_BODY_BYTES } from '#app/config/constants.ts';
import { STUDENTS_MAX } from '#app/schemas/designation-size.ts';
import { typedNumber } from '#app/lib/parse-form.ts';
import {
  errorsByField,
  firstWrongStudent,
  type StudentErrors,
  type StudentsReply,
} from '#app/students/student-errors.ts';
import { malformedForm } from './http-errors.ts';
import { refusalMessage } from './web-route.server.ts';

/** The length is checked before the students, because listing the errors of each one takes too long. */
const PostedListSchema = z.array(DraftStudentSchema).max(STUDENTS_MAX);

/**
 * Returns the students as typed: closed forms as JSON, the open one from its fields, or all from fields.
 * @throws {HttpError} 400 if the JSON isn't a list
 */
export function postedStudents(form: FormData): DraftStudent[] {
  const listed = postedList(form.get(LIST_FIELD) ?? '[]');
  const typed = studentsInFields(form);
  const length = Math.max(listed.length, ...Array.from(typed.keys(), (index) => index + 1));
  return Array.from({ length }, (_, index) => typed.get(index) ?? listed[index] ?? emptyStudent(''));
}

/** Shows the posted students again, after an import or when forms are opened, added, or removed. */
export function studentsReply(
  form: FormData,
  students: readonly DraftStudent[],
  open: number | null,
): StudentsReply {
  const version = textOf(form, 'version');
  return { initialValue: { version }, version, students, open };
}

/**
 * Like `submitForm` for a posted list, but without a form object for each field.
 * @throws anything that `act` throws, except for refusals that the page can show
 */
export async function submitStudents<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  act: (value: z.output<Schema>) => Promise<TypedResponse<never>>,
  refusalPrefix: string,
) {
  const students = postedStudents(form);
  const opened = Array.from(studentsInFields(form).keys());
  const reply = (error: StudentErrors, status: number) => {
    const open = firstWrongStudent(error) ?? (opened.length === 1 ? (opened[0] ?? null) : null);
    const fieldErrors = Object.fromEntries(
      Object.entries(error).map(([name, messages]) => [name, [...messages]]),
    );
    return data<StudentsReply>(
      { ...studentsReply(form, students, open), status: 'error', error: fieldErrors },
      { status },
    );
  };
  const parsed = schema.safeParse({ ...expectedVersions(form), students });
  if (!parsed.success) return reply(errorsByField(parsed.error.issues), 400);
  try {
    return await act(parsed.data);
  } catch (error) {
    if (error instanceof Invalid) return reply(errorsByField(error.issues), 400);
    if (error instanceof Response) throw error;
    const { message, status } = refusalMessage(error, form);
    return reply({ '': [`${refusalPrefix}${message}`] }, status);
  }
}

/** @throws {HttpError} 400 if the field is missing, too large, or not a list of at most 500 students */
export function postedList(text: FormDataEntryValue | null): DraftStudent[] {
  if (typeof text !== 'string' || text.length > MAX_BODY_BYTES) throw malformedForm();
  try {
    return PostedListSchema.parse(JSON.parse(text));
  } catch {
    throw malformedForm();
  }
}

/** Returns the expected versions. Text that isn't a whole number is left for the schema to reject. */
function expectedVersions(form: FormData): Record<string, unknown> {
  const versions = ['version', 'overwrite'].flatMap((name) => {
    const text = textOf(form, name);
    return text === '' ? [] : [[name, wholeNumber(text)] as const];
  });
  return Object.fromEntries(versions);
}

function wholeNumber(text: string): number | string {
  try {
    return typedNumber(text);
  } catch {
    return text;
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
