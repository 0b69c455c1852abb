import { type ReactNode, useState } from 'react';
import { StudentFields } from '#app/components/designate/student-fields.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import type { StudentErrors } from '#app/lib/students/student-errors.ts';

interface OpenStudentProps {
  formId: string;
  /** Index in the list, from 0. */
  index: number;
  total: number;
  student: DraftStudent;
  today: string;
  errors: StudentErrors;
  actions?: ReactNode;
}

/** The form of the currently open student. */
export function OpenStudent({ formId, index, total, student, today, errors, actions }: OpenStudentProps) {
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
    </div>
  );
}
