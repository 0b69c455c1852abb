import { useSite } from '#app/components/site/site-context.ts';
import { ReceiptLink } from '#app/components/designations/receipt-link.tsx';
import { DownloadCsvLink } from '#app/components/designations/download-csv-link.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { alreadyDownloaded } from '#app/lib/messages/download-labels.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

interface DesignationActionsProps {
  designation: DesignationAnswer;
  mayDownload: boolean;
  /** Whether the visitor's school may still edit it. */
  mayContinue: boolean;
}

/** What can be done with a designation beside the forms of its page. */
export function DesignationActions({ designation, mayDownload, mayContinue }: DesignationActionsProps) {
  const { timeZone } = useSite();
  const { id, downloadedAt, highSchoolId, academicYear } = designation;
  const question =
    downloadedAt === null
      ? null
      : `${alreadyDownloaded(formatInZone(downloadedAt, timeZone))} - are you sure you want to download it again?`;
  return (
    <>
      {mayDownload ? (
        <DownloadCsvLink href={`/api/designations/download/${id}`} question={question} mark={downloadedAt}>
          Download CSV
        </DownloadCsvLink>
      ) : null}
      {mayDownload ? null : <ReceiptLink designation={designation} />}
      {mayContinue ? (
        <ButtonLink
          to={`/designate/agreement?${new URLSearchParams({ school: highSchoolId, year: academicYear.id }).toString()}`}
          variant="primary"
          icon="pencil"
        >
          Edit designation
        </ButtonLink>
      ) : null}
    </>
  );
}
