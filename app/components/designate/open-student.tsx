import { type MouseEvent, type ReactNode, useState } from 'react';
import { StudentFields } from '#app/components/designate/student-fields.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import type { DraftStudent } from '#app/students/draft-students.ts';
import type { StudentErrors } from '#app/students/student-errors.ts';

interface OpenStudentProps {
  formId: string;
  /** Index in the list, from 0. */
  index: number;
  total: number;
  student: DraftStudent;
  today: string;
  errors: StudentErrors;
  /** What to check about this student, shown below the fields. */
  warnings?: ReactNode;
  actions?: ReactNode;
  /** What a button of this form has done, shown below the buttons. */
  outcome?: ReactNode;
}

/** The form of the currently open student. */
export function OpenStudent(props: OpenStudentProps) {
  const { formId, index, total, student, today, errors, warnings, actions, outcome } = props;
  const [initial] = useState(student);
  const hasNext = index + 1 < total;
  return (
    <div className="student-open">
      <StudentFields
        formId={formId}
        index={index}
        total={total}
        student={initial}
        today={today}
        errors={errors}
      />
      <div role="status">{warnings}</div>
      <Cluster>
        {hasNext ? (
          <Button type="submit" name="open" value={index + 2} formNoValidate icon="arrow-down">
            Next student
          </Button>
        ) : null}
        <Button type="submit" name="open" value={0} formNoValidate variant={hasNext ? 'quiet' : 'outline'}>
          Done
        </Button>
        {actions}
      </Cluster>
      {outcome}
    </div>
  );
}

interface MoveButtonsProps {
  /** Index of the open student, from 0. */
  index: number;
  total: number;
  onMove(event: MouseEvent<HTMLButtonElement>, act: 'up' | 'down'): void;
}

/** Buttons that swap the open student with the one above or below. */
export function MoveButtons({ index, total, onMove }: MoveButtonsProps) {
  const moves = [
    { act: 'up', label: 'Move up', icon: 'arrow-up', isPossible: index > 0 },
    { act: 'down', label: 'Move down', icon: 'arrow-down', isPossible: index + 1 < total },
  ] as const;
  return moves.map(({ act, label, icon, isPossible }) =>
    isPossible ? (
      <Button
        key={act}
        type="submit"
        id={moveButtonId(act, index)}
        name={act}
        value={index + 1}
        formNoValidate
        variant="quiet"
        icon={icon}
        onClick={(event) => onMove(event, act)}
      >
        {label}
      </Button>
    ) : null,
  );
}

/** Returns the ID of a button of the student at an index, from 0. */
export function moveButtonId(act: 'up' | 'down', index: number): string {
  return `${act}-${index + 1}`;
}
