import { data } from '@remix-run/node';
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react';
import { approvalGaps } from '#app/components/domain/designations/approval-gaps.ts';
import { DecisionBanner } from '#app/components/domain/designations/decision-banner.tsx';
import { DecisionForm } from '#app/components/domain/designations/decision-form.tsx';
import { DesignationActions } from '#app/components/domain/designations/designation-actions.tsx';
import { DesignationFacts } from '#app/components/domain/designations/designation-facts.tsx';
import { DesignationHistory } from '#app/components/domain/designations/designation-history.tsx';
import { FlashRegion } from '#app/components/domain/designations/flash-region.tsx';
import { GeneralInformationForm } from '#app/components/domain/designations/general-information-form.tsx';
import { StudentPanel } from '#app/components/domain/designations/student-panel.tsx';
import { StatusBadge } from '#app/components/domain/status-badge.tsx';
import { tabTitle } from '#app/components/domain/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Columns, Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { findPreviousCriteria } from '#app/domain/designations/find-previous-criteria.server.ts';
import { getDesignation, loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { submissionIssues } from '#app/domain/designations/submission-issues.ts';
import { listEvents } from '#app/domain/events/list-events.server.ts';
import { findMatchedStudents } from '#app/domain/students/find-matched-students.server.ts';
import { expectedNumberWarning } from '#app/lib/designation-size.ts';
import { lockedSentence } from '#app/lib/locked-designation.ts';
import { zonedDay } from '#app/lib/zoned-day.ts';
import { can } from '#app/policy/authorize.ts';
import { DecisionFormSchema, GeneralInformationFormSchema } from '#app/schemas/designation-forms.ts';
import { DesignationDetailsScreenSchema } from '#app/schemas/designation-screens.ts';
import { redirectWithFlash, takeFlash } from '#app/server/flash.server.ts';
import { formAction, type FormReply, screen, screenId, submitForm } from '#app/server/web-route.server.ts';

const SAVED = { tone: 'success', text: 'Designation details have been updated!' } as const;
const REFUSED = 'Unable to save designation changes: ';

export { ErrorPage as ErrorBoundary } from '#app/components/domain/error-page.tsx';

export const meta: MetaFunction<typeof loader> = ({ data: answer, matches }) => {
  if (answer === undefined) return tabTitle('Designation', matches);
  const { highSchool, academicYear } = answer.designation;
  return tabTitle(`${highSchool.name} ${academicYear.year}`, matches);
};

export const loader = screen(async ({ ctx, actor, params, request }) => {
  const designation = await getDesignation(ctx, screenId(params));
  const { highSchoolId } = designation;
  const previous = await findPreviousCriteria(ctx, { highSchoolId, year: designation.academicYear.year });
  const mayDecide = can(actor, 'designation.decide', { highSchoolId });
  const flash = await takeFlash(request, ctx.settings);
  const answer = {
    designation,
    previousCriteria: previous?.criteria ?? null,
    gaps: mayDecide ? approvalGaps(submissionIssues(designation, previous?.criteria ?? null)) : [],
    events: await listEvents(ctx, 'DESIGNATION', designation.id),
    onOtherLists: await findMatchedStudents(ctx, designation.id),
    today: zonedDay(ctx.now(), ctx.settings.timeZone),
    mayDecide,
    mayDownload: can(actor, 'designation.download'),
    mayContinue: !mayDecide && lockedSentence(designation.status) === null,
    flash: flash.messages,
  };
  return data(answer, { headers: flash.headers });
}, DesignationDetailsScreenSchema);

/** The page's two forms; `intent` tells which was sent. */
export const action = formAction(async ({ ctx, params }, form) => {
  const id = screenId(params);
  if (form.get('intent') === 'correct') {
    return submitForm(
      form,
      GeneralInformationFormSchema,
      async ({ version, classSize, criteria, criteriaComment }) => {
        const before = await loadDesignation(ctx, id);
        const patch = { classSize, criteria, criteriaComment: criteriaComment || null };
        await patchDesignation(ctx, { id, patch, ifMatch: version });
        const warning = before.classSize === null ? null : expectedNumberWarning(before.classSize, classSize);
        const said = warning === null ? [SAVED] : [SAVED, { tone: 'warning', text: warning } as const];
        return redirectWithFlash(`/designations/${id}`, said, ctx.settings);
      },
      REFUSED,
    );
  }
  return submitForm(
    form,
    DecisionFormSchema,
    async ({ version, status, reasons, note, notify }) => {
      const patch = {
        status,
        notify,
        ...(reasons.length === 0 ? {} : { reasons }),
        ...(note === '' ? {} : { note }),
      };
      await patchDesignation(ctx, { id, patch, ifMatch: version });
      return redirectWithFlash(`/designations/${id}`, [SAVED], ctx.settings);
    },
    REFUSED,
  );
});

export default function DesignationDetails() {
  const answer = useLoaderData<typeof loader>();
  const { designation, mayDecide, gaps } = answer;
  const { status } = designation;
  const reply = useActionData<FormReply>();
  const replyTo = (intent: string) => (reply?.initialValue?.['intent'] === intent ? reply : undefined);
  /** A form begins anew from what is stored, but keeps what was typed while the server has something against it. */
  const formKey = (intent: string) =>
    replyTo(intent) === undefined ? `${intent} ${designation.version}` : intent;
  const locked = mayDecide ? null : lockedSentence(status);
  return (
    <>
      <PageHeader
        back={{ to: '/designations', label: 'Designations' }}
        title={designation.highSchool.name}
        subtitle={
          <>
            {designation.academicYear.year} academic year · <StatusBadge status={status} />
          </>
        }
        actions={<DesignationActions {...answer} />}
      />
      <FlashRegion messages={answer.flash} />
      <Stack>
        {locked === null ? null : (
          <Banner tone="info" live={false}>
            {locked}
          </Banner>
        )}
        <DecisionBanner status={status} reasons={designation.reasons} note={designation.note} />
        <Columns>
          <Stack>
            <DesignationFacts designation={designation} />
            {mayDecide ? (
              <GeneralInformationForm
                key={formKey('correct')}
                designation={designation}
                previousCriteria={answer.previousCriteria}
                reply={replyTo('correct')}
              />
            ) : null}
            {mayDecide ? <DesignationHistory events={answer.events} /> : null}
          </Stack>
          {mayDecide ? (
            <DecisionForm
              key={formKey('decide')}
              designation={designation}
              gaps={gaps}
              reply={replyTo('decide')}
            />
          ) : (
            <DesignationHistory events={answer.events} />
          )}
        </Columns>
        <StudentPanel
          designation={designation}
          today={answer.today}
          mayEdit={mayDecide}
          onOtherLists={answer.onOtherLists}
        />
      </Stack>
    </>
  );
}
