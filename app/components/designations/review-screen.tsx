import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { DecisionBanner } from '#app/components/designations/decision-banner.tsx';
import { DesignationFacts } from '#app/components/designations/designation-facts.tsx';
import { HistoryPanel } from '#app/components/history/history-panel.tsx';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { listHref, reviewHref } from '#app/components/designations/review-url.ts';
import { ReviewPanels } from '#app/components/designations/review-panels.tsx';
import { StudentMatches } from '#app/components/designations/student-matches.tsx';
import { StudentPanel } from '#app/components/designations/student-panel.tsx';
import { UndoDecision } from '#app/components/designations/undo-decision.tsx';
import { ReviewStatus } from '#app/components/site/status-badge.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Columns, Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { correctionsPath } from '#app/lib/urls/corrections-path.ts';
import { lockedSentence } from '#app/messages/locked-designation.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { Neighbor, Neighbors } from '#app/schemas/designation-review.ts';
import type { DesignationDetailsResponse } from '#app/schemas/designation-screens.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { DownloadCsvLink } from '#app/components/designations/download-csv-link.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { alreadyDownloaded } from '#app/messages/download-labels.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { formatNumber } from '#app/lib/text/counted.ts';
import { hasReceipt } from '#app/schemas/enums.ts';

interface ReviewScreenProps {
  response: DesignationDetailsResponse;
  reply: ServerReply;
}

/** A designation's page (specification, section 2): read-only for its school, a review page for administrators. */
export function ReviewScreen({ response, reply }: ReviewScreenProps) {
  const { designation, email, listQuery, neighbors, queue } = response;
  const { status } = designation;
  return (
    <>
      <PageHeader
        back={{ to: listHref(listQuery), label: 'Designations' }}
        title={designation.highSchool.name}
        subtitle={
          <>
            {designation.academicYear.year} academic year ·{' '}
            <ReviewStatus status={status} isResubmitted={response.isResubmitted} />
          </>
        }
        actions={<DesignationActions {...response} />}
      />
      <FlashRegion messages={response.flash} />
      <UndoDecision undo={response.undo} listQuery={listQuery} />
      <Stack>
        <ReviewNavigation neighbors={neighbors} queue={queue} listQuery={listQuery} />
        {email === null ? (
          <SchoolsView response={response} />
        ) : (
          <ReviewPanels response={response} email={email} reply={reply} />
        )}
      </Stack>
    </>
  );
}

function SchoolsView({ response }: { response: DesignationDetailsResponse }) {
  const { designation } = response;
  const locked = lockedSentence(designation.status);
  return (
    <>
      {locked === null ? null : (
        <Banner tone="info" live={false}>
          {locked}
        </Banner>
      )}
      <DecisionBanner
        {...designation}
        id={designation.id}
        corrections={
          designation.status === 'RETURNED' && response.mayContinue
            ? correctionsPath(designation.reasons, {
                highSchoolId: designation.highSchoolId,
                academicYearId: designation.academicYear.id,
              })
            : null
        }
      />
      <Columns>
        <DesignationFacts {...response} />
        <HistoryPanel timeline={response.timeline} />
      </Columns>
      <StudentMatches students={designation.students} warnings={response.warnings} />
      <StudentPanel designation={designation} today={response.today} />
    </>
  );
}

interface DesignationActionsProps {
  designation: DesignationResponse;
  listQuery: string;
  messages: string;
  mayDownload: boolean;
  mayContinue: boolean;
  hasCopy: boolean;
}

function DesignationActions({
  designation,
  listQuery,
  messages,
  mayDownload,
  mayContinue,
  hasCopy,
}: DesignationActionsProps) {
  const { timeZone } = useSite();
  const { id, status, downloadedAt, highSchoolId, academicYear } = designation;
  const question =
    downloadedAt === null
      ? null
      : `${alreadyDownloaded(formatInZone(downloadedAt, timeZone))} - are you sure you want to download it again?`;
  return (
    <>
      {mayDownload ? (
        <DownloadCsvLink
          href={`/api/designations/download/${id}`}
          question={question}
          mark={downloadedAt}
          excel="Download Excel"
        >
          Download CSV
        </DownloadCsvLink>
      ) : null}
      {mayDownload || !hasReceipt(status) ? null : (
        <ButtonLink to={`/designations/${id}/receipt`}>Receipt</ButtonLink>
      )}
      {hasCopy ? <ButtonLink to={`/designations/${id}/copy`}>Printable copy</ButtonLink> : null}
      <ButtonLink to={reviewHref(id, listQuery, '/messages')} shortcut="m">
        {messages}
      </ButtonLink>
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

interface ReviewNavigationProps {
  neighbors: Neighbors;
  queue: DesignationDetailsResponse['queue'];
  listQuery: string;
}

function ReviewNavigation({ neighbors: { previous, next }, queue, listQuery }: ReviewNavigationProps) {
  if (previous === null && next === null && queue === null) return null;
  return (
    <nav className="cluster" aria-label={`Designations in the ${queue === null ? 'list' : 'review queue'}`}>
      {queue === null ? null : <QueuePosition {...queue} />}
      {previous === null ? null : (
        <ButtonLink size="sm" to={reviewHref(previous.id, listQuery)} shortcut="p" icon="chevron-left">
          Previous: {titleOf(previous)}
        </ButtonLink>
      )}
      {next === null ? null : (
        <ButtonLink size="sm" to={reviewHref(next.id, listQuery)} shortcut="n" icon="chevron-right">
          Next: {titleOf(next)}
        </ButtonLink>
      )}
    </nav>
  );
}

/** '3 of 20', which stays the same during a review, and how many are left. */
function QueuePosition({ position, total, statuses }: NonNullable<DesignationDetailsResponse['queue']>) {
  const left = statuses.PENDING ?? 0;
  return (
    <span>
      <strong>
        {position === null
          ? 'Not in the review queue'
          : `${formatNumber(position)} of ${formatNumber(total)}`}
      </strong>
      {left === 0 ? ' · all reviewed' : ` · ${formatNumber(left)} left`}
    </span>
  );
}

function titleOf({ name, year }: Neighbor): string {
  return `${name} ${year}`;
}
