import { memo } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon } from '#app/components/ui/icons.tsx';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { counted } from '#app/lib/text/counted.ts';
import { formatGaps, studentGaps } from '#app/students/student-gaps.ts';

interface StudentLineProps {
  /** Index in the list, from 0. */
  index: number;
  student: DraftStudent;
  /** Date for calculating ages, YYYY-MM-DD in the program's time zone. */
  today: string;
  wrong: number;
  /** Number of the warnings below the line. */
  warnings: number;
}

/** A student whose form is closed: one line that opens it, or submits the list without JavaScript. */
export const StudentLine = memo(function StudentLine(props: StudentLineProps) {
  const { index, student, today, wrong, warnings } = props;
  const found = studentGaps(student, today);
  const gaps = { ...found, invalid: Math.max(found.invalid, wrong - found.missing) };
  const name = `${student.first} ${student.last}`.trim();
  const isRight = !gaps.isEmpty && gaps.missing + gaps.invalid === 0;
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
      {warnings === 0 ? null : (
        <span className="student-line-warning">
          <Icon name="alert" /> {counted(warnings, 'warning')}
        </span>
      )}{' '}
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

/** Returns the ID of the line at an index, from 0. */
export function studentLineId(index: number): string {
  return `student-line-${index + 1}`;
}
