import { ChangesSinceReturnPanel } from '#app/components/designations/changes-since-return.tsx';
import { DecisionBanner } from '#app/components/designations/decision-banner.tsx';
import { decisionFormId } from '#app/components/designations/decision-form.tsx';
import { DecisionPanel } from '#app/components/designations/decision-panel.tsx';
import { DesignationFacts } from '#app/components/designations/designation-facts.tsx';
import { EarlierYears } from '#app/components/designations/earlier-years.tsx';
import {
  GENERAL_INFORMATION_FORM,
  GeneralInformationForm,
} from '#app/components/designations/general-information-form.tsx';
import { withNeighbors, reviewHref } from '#app/components/designations/review-url.ts';
import { StudentMatches } from '#app/components/designations/student-matches.tsx';
import { StudentPanel } from '#app/components/designations/student-panel.tsx';
import { useFormChanges } from '#app/components/designations/use-form-changes.ts';
import { useVersionedForms } from '#app/components/forms/use-versioned-forms.ts';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { HistoryPanel } from '#app/components/history/history-panel.tsx';
import { NOTE_FORM, NotesPanel, useRefusalBesideNote } from '#app/components/notes/notes-panel.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import type { DecisionEmailContext, YearFigures } from '#app/schemas/designation-review.ts';
import type { DesignationDetailsResponse } from '#app/schemas/designation-screens.ts';
import { DECISION_KINDS } from '#app/schemas/enums.ts';

const OTHER_FORMS = [GENERAL_INFORMATION_FORM, NOTE_FORM];
const FORMS = [...DECISION_KINDS.map(decisionFormId), ...OTHER_FORMS];

interface ReviewPanelsProps {
  response: DesignationDetailsResponse;
  email: DecisionEmailContext;
  reply: ServerReply;
}

/** What a reviewer judges, most urgent first, and beside it the decision, which stays in view. */
export function ReviewPanels({ response, email, reply }: ReviewPanelsProps) {
  const { designation, gaps, changesSinceReturn, earlierYears, listQuery } = response;
  const { id, status, students } = designation;
  const { next } = response.neighbors;
  const isNote = reply?.initialValue?.['intent'] === 'add-note';
  const refused = useRefusalBesideNote(reply);
  const intent = refused?.initialValue?.['intent'];
  const isCorrection = intent === 'correct';
  const { filledIn, formKey, refusal } = useVersionedForms(designation, {
    ...{ intent: 'correct', reply: isCorrection ? refused : undefined },
    forms: [GENERAL_INFORMATION_FORM],
    changedBy: ['decide', 'correct', 'undo'],
    emptiedBy: ['correct'],
  });
  const hasOtherInput = useFormChanges(OTHER_FORMS, isCorrection || isNote).isChanged;
  return (
    <div className="review-panels">
      <UnsavedChanges forms={FORMS} />
      <Stack>
        {gaps.length > 0 && status !== 'APPROVED' ? (
          <Banner tone="warning" title="You'd be approving an incomplete designation" live={false}>
            {gaps.join(' ')}
          </Banner>
        ) : null}
        <StudentMatches
          students={students}
          warnings={response.warnings}
          onOtherLists={response.onOtherLists}
        />
        <DecisionBanner {...designation} id={undefined} />
        {changesSinceReturn === null ? null : <ChangesSinceReturnPanel changes={changesSinceReturn} />}
        {earlierYears === null ? null : (
          <EarlierYears current={figuresOf(designation)} earlier={earlierYears} />
        )}
        <StudentPanel
          designation={designation}
          today={response.today}
          editHref={editStudentsHref(response)}
          compareHref={reviewHref(id, listQuery, '/compare/students')}
          disclosuresHref={(studentId) => reviewHref(id, listQuery, `/students/${studentId}/disclosures`)}
          onOtherLists={response.onOtherLists}
          dense
        />
        <DesignationFacts {...response} />
        <GeneralInformationForm
          // Remounts when a new version is stored, unless it shows errors for what was typed.
          key={refusal === undefined ? `correct ${formKey}` : 'correct'}
          designation={filledIn}
          previousCriteria={response.previousCriteria}
          reply={refusal}
        />
        {response.notes === null ? null : (
          <NotesPanel shown={response.notes} reply={isNote ? reply : undefined} refused={refused} />
        )}
        <HistoryPanel timeline={response.timeline} />
      </Stack>
      <DecisionPanel
        designation={designation}
        email={email}
        // A decision stays on the page while another form has unsaved changes.
        isInQueue={response.queue !== null && !hasOtherInput}
        hasNext={response.hasNext}
        isIncomplete={gaps.length > 0}
        draft={response.decisionDraft}
        today={response.today}
        next={next && { href: reviewHref(next.id, listQuery), title: `${next.name} ${next.year}` }}
        reply={intent === 'decide' ? refused : undefined}
      />
    </div>
  );
}

/** Returns the students' page with the neighbors, so that Previous and Next stay the same after a save. */
function editStudentsHref({ designation: { id }, listQuery, neighbors }: DesignationDetailsResponse): string {
  const { previous, next } = neighbors;
  const linked = { previous: previous?.id ?? null, next: next?.id ?? null };
  return reviewHref(id, withNeighbors(id, listQuery, linked), '/edit/students');
}

function figuresOf(designation: DesignationResponse): YearFigures {
  const { id, academicYear, classSize, criteria, status, students } = designation;
  return { id, year: academicYear.year, classSize, criteria, status, studentCount: students.length };
}
