import type { ReactNode } from 'react';
import { OpenStudent } from '#app/components/designate/open-student.tsx';
import { StudentLine } from '#app/components/designate/student-line.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { errorsOfStudent, type StudentErrors, studentIndexOf } from '#app/students/student-errors.ts';
import { ageWarning } from '#app/lib/time/age.ts';
import { studentGaps } from '#app/students/student-gaps.ts';

interface StudentSlotsProps {
  formId: string;
  students: readonly DraftStudent[];
  /** Index of the open form, from 0; null if all are closed. */
  open: number | null;
  /** Date for calculating ages, YYYY-MM-DD. */
  today: string;
  /** Errors of the last validation, except for students changed since. */
  errors: StudentErrors;
  /** What to check about each student, by index; see `allWarnings`. */
  warnings: readonly (readonly string[])[];
  title?: string;
  actionsOf?: (index: number) => ReactNode;
  /** What a button of the open form has done. */
  outcome?: ReactNode;
}

const NONE: readonly never[] = [];

/** The list of students: one line each, except for the open form. */
export function StudentSlots(props: StudentSlotsProps) {
  const { formId, students, open, today, errors, warnings, title, actionsOf, outcome } = props;
  const wrong = countByStudent(errors);
  return (
    <Panel title={title} flush>
      <ol className="student-slots">
        {students.map((student, index) => (
          <li key={index} id={`student-${index + 1}`} className="student-slot">
            {index === open ? (
              <OpenStudent
                formId={formId}
                index={index}
                total={students.length}
                student={student}
                today={today}
                errors={errorsOfStudent(errors, index)}
                // The one about the age is beside the birth date.
                warnings={
                  <StudentWarnings
                    warnings={warnings[index] ?? NONE}
                    without={ageWarning(student.dateOfBirth, today)}
                  />
                }
                actions={actionsOf?.(index)}
                outcome={outcome}
              />
            ) : (
              <>
                <StudentLine
                  index={index}
                  student={student}
                  today={today}
                  wrong={wrong.get(index) ?? 0}
                  warnings={warnings[index]?.length ?? 0}
                />
                <StudentWarnings warnings={warnings[index] ?? NONE} />
              </>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** Returns for each student whether nothing is missing or wrong. */
export function completeStudents(
  students: readonly DraftStudent[],
  today: string,
  errors: StudentErrors,
): boolean[] {
  const wrong = countByStudent(errors);
  return students.map((student, index) => isComplete(student, today) && !wrong.has(index));
}

/** Returns such as '14 of 20 complete, 2 with warnings'. */
export function listProgress(complete: readonly boolean[], warnings: readonly (readonly string[])[]): string {
  const progress = `${complete.filter(Boolean).length} of ${complete.length} complete`;
  const warned = warnings.filter(({ length }) => length > 0).length;
  return warned === 0 ? progress : `${progress}, ${warned} with warnings`;
}

/** Returns the index of the first incomplete student after the open one, or else from the top; null if none. */
export function nextIncomplete(complete: readonly boolean[], open: number | null): number | null {
  const after = complete.indexOf(false, open === null ? 0 : open + 1);
  const next = after === -1 ? complete.indexOf(false) : after;
  return next === -1 || next === open ? null : next;
}

function isComplete(student: DraftStudent, today: string): boolean {
  const { isEmpty, missing, invalid } = studentGaps(student, today);
  return !isEmpty && missing + invalid === 0;
}

function countByStudent(errors: StudentErrors): Map<number, number> {
  const counts = new Map<number, number>();
  for (const name of Object.keys(errors)) {
    const index = studentIndexOf(name);
    if (index !== null) counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  return counts;
}

interface StudentWarningsProps {
  warnings: readonly string[];
  without?: string | null;
}

/** The warnings below a student's line or fields. */
function StudentWarnings({ warnings, without = null }: StudentWarningsProps) {
  const shown = warnings.filter((warning) => warning !== without);
  if (shown.length === 0) return null;
  return (
    <ul className="student-warnings">
      {shown.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  );
}
