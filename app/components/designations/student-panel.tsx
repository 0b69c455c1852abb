import { StudentMatches } from '#app/components/designations/student-matches.tsx';
import { StudentTable } from '#app/components/designations/student-table.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

interface StudentPanelProps {
  designation: DesignationAnswer;
  /** Date for calculating ages, YYYY-MM-DD in the program's time zone. */
  today: string;
  editHref: string | undefined;
  compareHref: string | undefined;
  disclosuresHref: ((studentId: string) => string) | undefined;
  /** One sentence each. */
  warnings: readonly string[];
  /** Administrators only: IDs of students who may also be on another school's list. */
  onOtherLists: readonly string[] | undefined;
}

/** The students of a designation with their warnings, or why there are none. */
export function StudentPanel({
  designation,
  today,
  editHref,
  warnings,
  onOtherLists,
  ...hrefs
}: StudentPanelProps) {
  const { students, classSize } = designation;
  return (
    <>
      <StudentMatches students={students} warnings={warnings} onOtherLists={onOtherLists} />
      <Panel
        title={students.length === 0 ? 'Students' : `Students (${students.length})`}
        flush
        actions={
          editHref !== undefined && (students.length > 0 || classSize !== 0) ? (
            <ButtonLink to={editHref} size="sm" icon="pencil">
              Edit students
            </ButtonLink>
          ) : null
        }
      >
        {students.length > 0 ? (
          <StudentTable students={students} today={today} onOtherLists={onOtherLists} {...hrefs} />
        ) : (
          <EmptyState title={classSize === 0 ? 'No students are designated.' : 'No students yet'}>
            {classSize === 0 ? 'The class size is 0.' : 'They appear here when the school saves them.'}
          </EmptyState>
        )}
      </Panel>
    </>
  );
}
