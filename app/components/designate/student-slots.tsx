import type { ReactNode } from 'react';
import { OpenStudent } from '#app/components/designate/open-student.tsx';
import { StudentLine } from '#app/components/designate/student-line.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import type { LookalikePair } from '#app/lib/students/same-student.ts';
import { errorsOfStudent, type StudentErrors, studentIndexOf } from '#app/lib/students/student-errors.ts';
import { studentGaps } from '#app/lib/students/student-gaps.ts';
import { Banner } from '#app/components/ui/banner.tsx';

interface StudentSlotsProps {
  formId: string;
  students: readonly DraftStudent[];
  /** Index of the open form, from 0; null if all are closed. */
  open: number | null;
  /** Date for calculating ages, YYYY-MM-DD. */
  today: string;
  /** Errors of the last validation, except for students changed since. */
  errors: StudentErrors;
  pairs?: readonly LookalikePair[];
  /** The server's warnings by index. */
  warnings?: readonly (readonly string[])[];
  title?: string;
  actionsOf?: (index: number) => ReactNode;
}

const NONE: readonly never[] = [];

/** The list of students: one line each, except for the open form. */
export function StudentSlots(props: StudentSlotsProps) {
  const { formId, students, open, today, errors, pairs = NONE, title, actionsOf } = props;
  const { warnings = NONE } = props;
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
                actions={actionsOf?.(index)}
              />
            ) : (
              <StudentLine index={index} student={student} today={today} wrong={wrong.get(index) ?? 0} />
            )}
            <div role={index === open ? 'status' : undefined}>
              <StudentWarning pairs={pairs} position={index + 1} others={warnings[index] ?? NONE} />
            </div>
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

/** Returns the index of the first incomplete student after the open one, or else from the top; null if there is none. */
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

interface StudentWarningProps {
  pairs: readonly LookalikePair[];
  /** The student's position in the list, from 1. */
  position: number;
  /** Warnings about anything else. */
  others: readonly string[];
}

/** Warns of students on the list who resemble this one and of what the server found, without blocking. */
function StudentWarning({ pairs, position, others }: StudentWarningProps) {
  const lookalikes = pairs.flatMap(({ first, second }) =>
    first === position ? [second] : second === position ? [first] : [],
  );
  const sentences = lookalikes.map((other) => `This student and student ${other} may be the same person.`);
  return [...sentences, ...others].map((sentence) => (
    <div key={sentence} className="student-slot-warning">
      <Banner tone="warning" live={false}>
        {sentence}
      </Banner>
    </div>
  ));
}
