import { Link, useLoaderData } from '@remix-run/react';
import { counted } from '#app/lib/text/counted.ts';
import { titled } from '#app/components/site/titled.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { listTemplateSummaries } from '#app/domain/emails/email-templates.server.ts';
import { countAudience } from '#app/domain/emails/read-audience.server.ts';
import { OUTSTANDING_SCHOOLS, UNSUBMITTED_STATES } from '#app/schemas/audience-targets.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import { type TemplateChoice, TemplateChoiceSchema } from '#app/schemas/email-send-screens.ts';
import { REMINDER_STATES, type ReminderState } from '#app/schemas/enums.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

const TITLE = 'Email outstanding schools';

export const meta = titled(TITLE);

/** Separate groups, because "we haven't received" is wrong for a designation that the office returned. */
const GROUPS = [
  { key: 'unsubmitted', label: 'Not submitted', states: UNSUBMITTED_STATES },
  { key: 'returned', label: 'Returned for correction', states: ['RETURNED'] },
  { key: 'all', label: 'All outstanding', states: REMINDER_STATES },
] as const satisfies readonly { key: string; label: string; states: readonly ReminderState[] }[];

export const loader = screen(async ({ ctx, url }) => {
  const { items: templates } = await listTemplateSummaries(ctx, {});
  const year = await findActiveYear(ctx);
  const asked = url.searchParams.get('group');
  const group = GROUPS.find(({ key }) => key === asked) ?? GROUPS[0];
  const choice: AudienceChoice = { target: OUTSTANDING_SCHOOLS, positions: [], states: [...group.states] };
  const people = year === null ? 0 : await countAudience(ctx, { choice });
  return { year: year?.year ?? null, group: group.key, states: [...group.states], people, templates };
}, TemplateChoiceSchema);

/** Lists which template to send to the staff of which outstanding schools, with links to the send screen. */
export default function OutstandingSchoolsEmail() {
  const { year, group, states, people, templates } = useLoaderData<typeof loader>();
  const search = new URLSearchParams({ target: OUTSTANDING_SCHOOLS });
  for (const state of states) search.append('states', state);
  return (
    <>
      <PageHeader title={TITLE} back={{ to: '/', label: 'Dashboard' }} />
      <Stack>
        <nav aria-label="Which schools">
          <Cluster>
            {GROUPS.map(({ key, label }) => (
              <ButtonLink
                key={key}
                to={`/outstanding-schools?group=${key}`}
                size="sm"
                variant={key === group ? 'primary' : 'outline'}
                aria-current={key === group ? 'page' : undefined}
              >
                {label}
              </ButtonLink>
            ))}
          </Cluster>
        </nav>
        {year === null || people === 0 ? (
          <EmptyState title="There's no one to email.">
            {year === null
              ? 'No academic year is active.'
              : 'No active school in this group has staff to email.'}
          </EmptyState>
        ) : (
          <>
            <p>
              You can email {counted(people, 'person', 'people')} at outstanding schools for {year}.
              You&apos;ll review the list before anything is sent.
            </p>
            <Panel title="Which email" flush>
              <DataTable
                caption="Emails"
                columns={columnsFor(search.toString())}
                rows={templates}
                rowKey={({ id }) => id}
                empty={
                  <EmptyState
                    title="No email templates yet"
                    actions={<ButtonLink to="/emails">Go to emails</ButtonLink>}
                  >
                    Write one first.
                  </EmptyState>
                }
              />
            </Panel>
          </>
        )}
      </Stack>
    </>
  );
}

function columnsFor(search: string): readonly Column<TemplateChoice['templates'][number]>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: ({ id, name, isEmpty }) =>
        isEmpty ? name : <Link to={`/emails/${id}/send?${search}`}>{name}</Link>,
    },
    { key: 'subject', header: 'Subject', cell: ({ subject }) => subject || 'None' },
    {
      key: 'lacks',
      header: 'Before sending',
      cell: ({ id, name, subject, isEmpty }) =>
        isEmpty || subject === '' ? (
          <>
            {isEmpty ? "It has no text yet and can't be sent." : 'It has no subject yet.'}{' '}
            <Link to={`/emails/${id}`}>
              Edit it<VisuallyHidden>: {name}</VisuallyHidden>
            </Link>
          </>
        ) : (
          'Ready'
        ),
    },
  ];
}
