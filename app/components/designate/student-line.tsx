import { memo } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { ageWarning } from '#app/lib/time/age.ts';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import { formatGaps, studentGaps } from '#app/lib/students/student-gaps.ts';

interface StudentLineProps {
  /** The place in the list, from 0. */
  index: number;
  student: DraftStudent;
  /** The day on which ages are told, YYYY-MM-DD in the product's time zone. */
  today: string;
  /** How many fields the last check found wrong. */
  wrong: number;
}

/** A student whose form is closed: one line that opens it, in place or, without scripts, by sending the list. */
export const StudentLine = memo(function StudentLine({ index, student, today, wrong }: StudentLineProps) {
  const found = studentGaps(student, today);
  const gaps = { ...found, invalid: Math.max(found.invalid, wrong - found.missing) };
  const name = `${student.first} ${student.last}`.trim();
  const isRight = !gaps.isEmpty && gaps.missing + gaps.invalid === 0;
  const warning =
    student.dateOfBirth === '' || gaps.invalid > 0 ? null : ageWarning(student.dateOfBirth, today);
  return (
    <button
      type="submit"
      name="open"
      value={index + 1}
      formNoValidate
      id={studentLineId(index)}
      className="student-line"
    >
      <span className="student-line-number">
        <span className="visually-hidden">Student </span>
        {index + 1}
      </span>{' '}
      <span className={classNames('student-line-name', name === '' && 'text-secondary')}>
        {name === '' ? 'No name yet' : name}
      </span>{' '}
      <span className="student-line-born">{student.dateOfBirth}</span>{' '}
      {warning === null ? null : <span className="student-line-warning">{warning}</span>}{' '}
      <span
        className={classNames(
          'student-line-state',
          isRight && 'is-complete',
          gaps.invalid > 0 && 'is-invalid',
        )}
      >
        {formatGaps(gaps)}
      </span>
    </button>
  );
});

/** The id of the line of the student at a place, from 0. */
export function studentLineId(index: number): string {
  return `student-line-${index + 1}`;
}
