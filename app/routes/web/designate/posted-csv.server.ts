import { parse } from 'csv-parse/sync';
import { countStudentsOfForm, studentsOfForm } from '#app/lib/draft-form.ts';
import { CsvImportError, importStudents, UNREADABLE_CSV_MESSAGE } from '#app/lib/student-csv.ts';
import {
  failedOutcome,
  filledOutcome,
  fillForms,
  IMPORT_FIELDS,
  NO_CSV_CHOSEN,
} from '#app/lib/student-csv-fill.ts';

interface Defaults {
  readonly state: string;
  readonly today: string;
}

/**
 * The import of a browser without scripts: the file comes with the students' form, whose forms come back filled, or as they were
 * typed where nothing was taken over. Nothing is stored. `version` is the one the form was written on.
 */
export async function readPostedCsv(form: FormData, defaults: Defaults) {
  const typed = studentsOfForm(form, countStudentsOfForm(form));
  const version = Number(form.get('version'));
  const unchanged = (message: string, showsHeaders: boolean) => ({
    version,
    students: typed,
    outcome: failedOutcome(message, showsHeaders),
  });
  const file = form.get(IMPORT_FIELDS.file);
  if (!(file instanceof File) || file.size === 0) return unchanged(NO_CSV_CHOSEN, false);
  try {
    const fill = fillForms(typed, importStudents(new Uint8Array(await file.arrayBuffer()), parse, defaults));
    if (fill.replaced > 0 && form.get(IMPORT_FIELDS.mayReplace) !== 'on') {
      return unchanged(
        'Something is already entered in the forms. Tick that it may be replaced, and choose the file again.',
        false,
      );
    }
    return { version, students: fill.students, outcome: filledOutcome(fill) };
  } catch (error) {
    return error instanceof CsvImportError
      ? unchanged(error.message, true)
      : unchanged(UNREADABLE_CSV_MESSAGE, false);
  }
}
