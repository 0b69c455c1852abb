import { formClientAction } from '#app/components/site/form-client-action.ts';
import { refusalPrefix } from '#app/messages/save-messages.ts';
import type { SubmissionResult } from '@conform-to/react';
import { ActivityBadge } from '#app/components/site/status-badge.tsx';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { EmailLogPanel } from '#app/components/deliveries/email-log-panel.tsx';
import { DownloadCsvLink } from '#app/components/designations/download-csv-link.tsx';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { useVersionedForms, useRefusal } from '#app/components/forms/use-versioned-forms.ts';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { AccessRequestsPanel } from '#app/components/high-schools/access-requests-panel.tsx';
import { SchoolDesignationsPanel } from '#app/components/high-schools/school-designations-panel.tsx';
import { SCHOOL_FORM, SchoolContactForm, SchoolForm } from '#app/components/high-schools/school-form.tsx';
import type { SchoolsPath } from '#app/schemas/high-school-screens.ts';
import { InviteStaffPanel, StaffInvitesPanel } from '#app/components/high-schools/staff-invites-panel.tsx';
import { SnoozePanel } from '#app/components/high-schools/snooze-panel.tsx';
import { StaffPanel } from '#app/components/high-schools/staff-panel.tsx';
import { NOTE_FORM, NotesPanel, useRefusalBesideNote } from '#app/components/notes/notes-panel.tsx';
import { HistoryPanel } from '#app/components/history/history-panel.tsx';
import { DescriptionList } from '#app/components/ui/description-list.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { HIGH_SCHOOL_TEXT_LIST } from '#app/schemas/high-school-fields.ts';
import type { HighSchoolDetailsResponse, SchoolExtension } from '#app/schemas/high-school-screens.ts';

/** Client action of a school's page, for administrators and staff. */
export const schoolClientAction = formClientAction((intent) => refusalPrefix(intent));

interface SchoolDetailsScreenProps {
  response: HighSchoolDetailsResponse;
  reply: SubmissionResult<string[]> | undefined;
  path: SchoolsPath;
}

const LISTS: Readonly<Record<SchoolsPath, string>> = {
  '/highschools': 'High schools',
  '/manage': 'School Management',
};

const STAFF_TEXTS = HIGH_SCHOOL_TEXT_LIST.filter(([, { isRemark }]) => isRemark !== true);

/** A school's page (specification, sections 2 and 6): the same for staff and administrators, except for permissions. */
export function SchoolDetailsScreen({ response, reply, path }: SchoolDetailsScreenProps) {
  const { school, staff, mayEditAll, mayDownload } = response;
  const refused = useRefusalBesideNote(reply);
  const replyTo = (intent: string) => (refused?.initialValue?.['intent'] === intent ? refused : undefined);
  /** Remounts a form when its stored data changes, unless it shows errors for what was typed. */
  const formKey = (refused: ServerReply, stored: string) => (refused === undefined ? stored : 'refused');
  const invite = useRefusal('invite', replyTo('invite'));
  const snooze = useRefusal('snooze', replyTo('snooze'));
  const {
    filledIn,
    formKey: version,
    refusal,
  } = useVersionedForms(school, {
    ...{ intent: 'save', reply: replyTo('save'), forms: [SCHOOL_FORM] },
    changedBy: ['save'],
    emptiedBy: ['save'],
  });
  const Information = mayEditAll ? SchoolForm : SchoolContactForm;
  const invited = response.flash.filter(({ beside }) => beside === 'invites');
  const texts = STAFF_TEXTS.map(([name, { label }]) => ({
    term: label,
    detail: school[name] && <span className="text-pre-line">{school[name]}</span>,
  })).filter(({ detail }) => detail);
  const people = [...staff, ...response.staffInvites].map(({ id }) => id).join();
  return (
    <>
      <PageHeader
        back={{ to: path, label: LISTS[path] }}
        title={school.name}
        subtitle={<ActivityBadge status={school.status} />}
        actions={
          mayDownload ? (
            <DownloadCsvLink
              href={`/api/highschools/download/${school.id}`}
              question={null}
              mark={null}
              excel="Download school as Excel"
            >
              Download school as CSV
            </DownloadCsvLink>
          ) : null
        }
      />
      <FlashRegion messages={response.flash.filter(({ beside }) => beside === undefined)} />
      <UnsavedChanges forms={[SCHOOL_FORM, NOTE_FORM]} />
      <Stack>
        <StaffPanel
          schoolName={school.name}
          staff={staff}
          bounced={response.bounced}
          ownId={response.ownId}
          isAdmin={mayEditAll}
        />
        {invited.length === 0 ? null : <FlashRegion messages={invited} />}
        <AccessRequestsPanel requests={response.accessRequests} bounced={response.bounced} />
        <StaffInvitesPanel invites={response.staffInvites} bounced={response.bounced} now={response.now} />
        <InviteStaffPanel key={`invite ${formKey(invite, people)}`} reply={invite} />
        {response.extension === null ? null : <ExtensionPanel extension={response.extension} />}
        {mayEditAll || texts.length === 0 ? null : (
          <Panel title="Details">
            <DescriptionList items={texts} />
          </Panel>
        )}
        <Information key={`save ${formKey(refusal, String(version))}`} school={filledIn} reply={refusal} />
        <SchoolDesignationsPanel
          highSchoolId={school.id}
          designations={response.designations}
          mayDownload={mayDownload}
        />
        {response.emails === null ? null : (
          <EmailLogPanel log={response.emails} none="We haven't sent any emails about this school." />
        )}
        {response.notes === null ? null : (
          <>
            <NotesPanel
              shown={response.notes}
              reply={reply === refused ? undefined : reply}
              refused={refused}
              hasCalls
            />
            <SnoozePanel
              key={`snooze ${formKey(snooze, response.snoozedUntil ?? '')}`}
              snoozedUntil={response.snoozedUntil}
              reply={snooze}
            />
          </>
        )}
        <HistoryPanel timeline={response.timeline} />
      </Stack>
    </>
  );
}

function ExtensionPanel({ extension }: { extension: SchoolExtension }) {
  const { year, dueAt, reason, grantedBy } = extension;
  return (
    <Panel title={`Extension for ${year}`}>
      <DescriptionList
        items={[
          { term: 'Due date', detail: <AlaskaTime iso={dueAt} /> },
          { term: 'Reason', detail: reason },
          { term: 'Granted by', detail: grantedBy },
        ]}
      />
    </Panel>
  );
}
