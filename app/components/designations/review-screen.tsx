import type { SubmissionResult } from '@conform-to/react';
import { ChangesSinceReturnPanel } from '#app/components/designations/changes-since-return.tsx';
import { DecisionBanner } from '#app/components/designations/decision-banner.tsx';
import { DecisionForm } from '#app/components/designations/decision-form.tsx';
import { DesignationFacts } from '#app/components/designations/designation-facts.tsx';
import { HistoryPanel } from '#app/components/history/history-panel.tsx';
import { EarlierYears } from '#app/components/designations/earlier-years.tsx';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { GeneralInformationForm } from '#app/components/designations/general-information-form.tsx';
import { keepingBeside, listHref, reviewHref } from '#app/components/designations/review-address.ts';
import { StudentPanel } from '#app/components/designations/student-panel.tsx';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { ReviewStatus } from '#app/components/site/status-badge.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Columns, Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { lockedSentence } from '#app/lib/messages/locked-designation.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { Neighbor, Neighbors, YearFigures } from '#app/schemas/designation-review.ts';
import type { DesignationDetailsAnswer } from '#app/schemas/designation-screens.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { DownloadCsvLink } from '#app/components/designations/download-csv-link.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { alreadyDownloaded } from '#app/lib/messages/download-labels.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { grouped } from '#app/lib/text/counted.ts';
import { hasReceipt } from '#app/schemas/enums.ts';

interface ReviewScreenProps {
  answer: DesignationDetailsAnswer;
  reply: SubmissionResult<string[]> | undefined;
}

/** A designation's page (specification, section 2): read-only for its school, with all tools for reviewers. */
export function ReviewScreen({ answer, reply }: ReviewScreenProps) {
  const { designation, mail, changesSinceReturn, earlierYears, listQuery, neighbors } = answer;
  const { status, version } = designation;
  const replyTo = (intent: string) => (reply?.initialValue?.['intent'] === intent ? reply : undefined);
  /** Remounts a form when a new version is stored, unless it shows errors for what was typed. */
  const formKey = (intent: string) => (replyTo(intent) === undefined ? `${intent} ${version}` : intent);
  const locked = answer.mayDecide ? null : lockedSentence(status);
  const history = <HistoryPanel timeline={answer.timeline} />;
  return (
    <>
      <PageHeader
        back={{ to: listHref(listQuery), label: 'Designations' }}
        title={designation.highSchool.name}
        subtitle={
          <>
            {designation.academicYear.year} academic year ·{' '}
            <ReviewStatus status={status} isResubmitted={answer.isResubmitted} />
          </>
        }
        actions={<DesignationActions {...answer} />}
      />
      <FlashRegion messages={answer.flash} />
      {answer.mayDecide ? <UnsavedChanges forms={['decision', 'general-information']} /> : null}
      <Stack>
        <ReviewNavigation neighbors={neighbors} queue={answer.queue} listQuery={listQuery} />
        {locked === null ? null : (
          <Banner tone="info" live={false}>
            {locked}
          </Banner>
        )}
        <DecisionBanner {...designation} id={answer.mayDecide ? undefined : designation.id} />
        {changesSinceReturn === null ? null : <ChangesSinceReturnPanel changes={changesSinceReturn} />}
        <Columns>
          <Stack>
            <DesignationFacts {...answer} />
            {mail === null ? null : (
              <GeneralInformationForm
                key={formKey('correct')}
                designation={designation}
                previousCriteria={answer.previousCriteria}
                reply={replyTo('correct')}
              />
            )}
          </Stack>
          {mail === null ? (
            history
          ) : (
            <DecisionForm
              key={formKey('decide')}
              designation={designation}
              gaps={answer.gaps}
              mail={mail}
              hasNext={answer.hasNext}
              reply={replyTo('decide')}
            />
          )}
        </Columns>
        {earlierYears === null ? null : (
          <EarlierYears present={figuresOf(designation)} earlier={earlierYears} />
        )}
        <StudentPanel
          designation={designation}
          today={answer.today}
          editHref={answer.mayDecide ? editStudentsHref(answer) : undefined}
          compareHref={
            answer.mayDecide ? reviewHref(designation.id, listQuery, '/compare/students') : undefined
          }
          disclosuresHref={
            answer.mayDecide
              ? (studentId) => reviewHref(designation.id, listQuery, `/students/${studentId}/disclosures`)
              : undefined
          }
          warnings={answer.warnings}
          onOtherLists={answer.onOtherLists}
        />
        {mail === null ? null : history}
      </Stack>
    </>
  );
}

/** Returns the students' page with the neighbors, so that Previous and Next stay the same after a save. */
function editStudentsHref({ designation: { id }, listQuery, neighbors }: DesignationDetailsAnswer): string {
  const { previous, next } = neighbors;
  const beside = { previous: previous?.id ?? null, next: next?.id ?? null };
  return reviewHref(id, keepingBeside(id, listQuery, beside), '/edit/students');
}

function figuresOf(designation: DesignationAnswer): YearFigures {
  const { id, academicYear, classSize, criteria, status, students } = designation;
  return { id, year: academicYear.year, classSize, criteria, status, studentCount: students.length };
}

interface DesignationActionsProps {
  designation: DesignationAnswer;
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
        <DownloadCsvLink href={`/api/designations/download/${id}`} question={question} mark={downloadedAt}>
          Download CSV
        </DownloadCsvLink>
      ) : null}
      {mayDownload || !hasReceipt(status) ? null : (
        <ButtonLink to={`/designations/${id}/receipt`}>Receipt</ButtonLink>
      )}
      {hasCopy ? <ButtonLink to={`/designations/${id}/copy`}>Printable copy</ButtonLink> : null}
      <ButtonLink to={reviewHref(id, listQuery, '/messages')}>{messages}</ButtonLink>
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
  queue: DesignationDetailsAnswer['queue'];
  listQuery: string;
}

function ReviewNavigation({ neighbors: { previous, next }, queue, listQuery }: ReviewNavigationProps) {
  if (previous === null && next === null && queue === null) return null;
  return (
    <nav className="cluster" aria-label={`Designations in the ${queue === null ? 'list' : 'review queue'}`}>
      {queue === null ? null : <QueuePosition {...queue} />}
      {previous === null ? null : (
        <ButtonLink size="sm" to={reviewHref(previous.id, listQuery)} icon="chevron-left">
          Previous: {titleOf(previous)}
        </ButtonLink>
      )}
      {next === null ? null : (
        <ButtonLink size="sm" to={reviewHref(next.id, listQuery)} icon="chevron-right">
          Next: {titleOf(next)}
        </ButtonLink>
      )}
    </nav>
  );
}

/** '3 of 20', which stays the same during a review, and how many are left. */
function QueuePosition({ position, total, statuses }: NonNullable<DesignationDetailsAnswer['queue']>) {
  const left = statuses.PENDING ?? 0;
  return (
    <span>
      <strong>
        {position === null ? 'Not in the review queue' : `${grouped(position)} of ${grouped(total)}`}
      </strong>
      {left === 0 ? ' · all reviewed' : ` · ${grouped(left)} left`}
    </span>
  );
}

function titleOf({ name, year }: Neighbor): string {
  return `${name} ${year}`;
}
