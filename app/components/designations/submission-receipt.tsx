import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { DescriptionList } from '#app/components/ui/description-list.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { PrintButton } from '#app/components/ui/print-button.tsx';
import { lockedSentence } from '#app/messages/locked-designation.ts';
import { studentFullName } from '#app/students/student-labels.ts';
import { METHOD_FIELDS } from '#app/schemas/designation-fields.ts';
import { criteriaLabel } from '#app/schemas/enums.ts';
import type { Receipt } from '#app/schemas/designation-screens.ts';

const WHILE_PENDING =
  "An administrator will review the designation. We'll email your school when it's approved, rejected, or returned for correction. Corrections will be allowed while in Pending status only. Once the status changes to Approved, no changes can be made.";

/** Printable receipt of a submitted designation in its current state. */
export function SubmissionReceipt({ receipt }: { receipt: Receipt }) {
  const { appName, contactEmail } = useSite();
  const { students, submission, changed, criteria } = receipt;
  return (
    <>
      <Panel title="Receipt" actions={<PrintButton label="Print receipt" />}>
        {changed === null ? null : (
          <Banner tone="info" live={false}>
            {changed.by} changed this designation on <AlaskaTime iso={changed.at} />, after it was submitted.
            This receipt shows the current designation, not the one that was submitted.
          </Banner>
        )}
        <DescriptionList
          items={[
            { term: 'Program', detail: appName },
            { term: 'School', detail: receipt.highSchool.name },
            { term: 'Academic year', detail: receipt.academicYear.year },
            { term: 'Submitted by', detail: submission?.by },
            { term: 'Submitted', detail: submission && <AlaskaTime iso={submission.at} /> },
            { term: 'Status', detail: <StatusBadge status={receipt.status} /> },
            { term: METHOD_FIELDS.classSize.label, detail: receipt.classSize },
            { term: METHOD_FIELDS.criteria.label, detail: criteria && criteriaLabel(criteria) },
            { term: 'Number of students', detail: students.length },
            { term: 'Reference', detail: receipt.reference },
          ]}
        />
      </Panel>
      {students.length === 0 ? null : (
        <Panel title="Students">
          <ol className="name-list">
            {students.map((student) => (
              <li key={student.id}>{studentFullName(student)}</li>
            ))}
          </ol>
        </Panel>
      )}
      <Panel title="What happens next">
        <p>{lockedSentence(receipt.status) ?? WHILE_PENDING}</p>
        <p>
          Questions? Email <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
        </p>
      </Panel>
    </>
  );
}
