import { methodFacts } from './method-facts.tsx';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { StatusBadge } from '#app/components/site/status-badge.tsx';
import { DescriptionList } from '#app/components/ui/description-list.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { designationSize } from '#app/schemas/designation-size.ts';
import type { DesignationDetailsResponse } from '#app/schemas/designation-screens.ts';

/** General information of a designation, read-only. */
export function DesignationFacts({
  designation,
  reference,
  acceptedTerms,
  mayDownload,
}: Pick<DesignationDetailsResponse, 'designation' | 'reference' | 'acceptedTerms' | 'mayDownload'>) {
  const { classSize, submittedBy, downloadedAt } = designation;
  const downloaded = downloadedAt === null ? 'Not yet' : <AlaskaTime iso={downloadedAt} />;
  const { classSize: size, ...method } = methodFacts(designation);
  return (
    <Panel title="General information">
      <DescriptionList
        items={[
          { term: 'Reference', detail: reference },
          { term: 'Status', detail: <StatusBadge status={designation.status} /> },
          size,
          { term: 'Students', detail: formatStudentCount(classSize, designation.students.length) },
          ...Object.values(method),
          {
            term: 'Agreed to terms',
            detail:
              acceptedTerms === null ? (
                'Not yet'
              ) : (
                <>
                  <AlaskaTime iso={acceptedTerms.at} />, version {acceptedTerms.version}
                </>
              ),
          },
          {
            term: designation.status === 'STARTED' ? 'Started by' : 'Submitted by',
            detail: `${submittedBy.firstName} ${submittedBy.lastName}`,
          },
          { term: 'Started', detail: <AlaskaTime iso={designation.createdAt} /> },
          { term: 'Last updated', detail: <AlaskaTime iso={designation.updatedAt} /> },
          // Schools can't download, so they don't need this.
          ...(mayDownload ? [{ term: 'Downloaded', detail: downloaded }] : []),
        ]}
      />
    </Panel>
  );
}

/** Returns '4 of 5', or '4' if the class size is unknown. */
function formatStudentCount(classSize: number | null, count: number): string {
  return classSize === null ? String(count) : `${count} of ${designationSize(classSize)}`;
}
