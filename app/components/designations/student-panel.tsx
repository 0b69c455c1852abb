import { StudentTable } from '#app/components/designations/student-table.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { arePurged } from '#app/students/student-labels.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { hasReceipt } from '#app/schemas/enums.ts';

interface StudentPanelProps {
  designation: DesignationResponse;
  /** Date for calculating ages, YYYY-MM-DD in the program's time zone. */
  today: string;
  editHref?: string;
  compareHref?: string;
  disclosuresHref?: (studentId: string) => string;
  /** Administrators only: IDs of students who may also be on another school's list. */
  onOtherLists?: readonly string[] | undefined;
  /** Small print, for a table beside other contents. */
  dense?: boolean;
}

/** The students of a designation, or why there are none. */
export function StudentPanel({ designation, editHref, ...table }: StudentPanelProps) {
  const { students, classSize, status } = designation;
  const isPurged = hasReceipt(status) && arePurged(students);
  return (
    <Panel
      title={students.length === 0 ? 'Students' : `Students (${students.length})`}
      flush
      footer={isPurged ? "The students' personal data was removed after the retention period." : undefined}
      actions={
        editHref !== undefined && (students.length > 0 || classSize !== 0) ? (
          <ButtonLink to={editHref} size="sm" icon="pencil" shortcut="e">
            Edit students
          </ButtonLink>
        ) : null
      }
    >
      {students.length > 0 ? (
        <StudentTable students={students} isPurged={isPurged} {...table} />
      ) : (
        <EmptyState title={classSize === 0 ? 'No students are designated.' : 'No students yet'}>
          {classSize === 0 ? 'The class size is 0.' : 'They appear here when the school saves them.'}
        </EmptyState>
      )}
    </Panel>
  );
}
