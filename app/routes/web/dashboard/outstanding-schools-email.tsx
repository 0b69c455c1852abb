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
import type { Ctx } from '#app/domain/ctx.server.ts';
import { listTemplateSummaries } from '#app/domain/emails/email-templates.server.ts';
import { readSelection } from '#app/domain/emails/recipient-selection.server.ts';
import { countAudience } from '#app/domain/emails/read-audience.server.ts';
import { OUTSTANDING_SCHOOLS, SELECTED, UNSUBMITTED_STATES } from '#app/schemas/audience-targets.ts';
import type { AudienceChoice } from '#app/schemas/email-audience.ts';
import {
  type RecipientChoice,
  type TemplateChoice,
  TemplateChoiceSchema,
} from '#app/schemas/email-send-screens.ts';
import { REMINDER_STATES, type ReminderState } from '#app/schemas/enums.ts';
import { Uuid } from '#app/schemas/fields.ts';
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
  const schools = await selectedSchools(ctx, url.searchParams);
  const choice: AudienceChoice =
    schools.length > 0
      ? { target: SELECTED, positions: [], schoolIds: schools.map(({ id }) => id), userIds: [] }
      : { target: OUTSTANDING_SCHOOLS, positions: [], states: [...group.states] };
  const people = year === null && schools.length === 0 ? 0 : await countAudience(ctx, { choice });
  const states = [...group.states];
  return { year: year?.year ?? null, group: group.key, states, schools, people, templates };
}, TemplateChoiceSchema);

/** Returns the schools that the URL names, to email only their staff; empty for all outstanding schools. */
async function selectedSchools(ctx: Ctx, search: URLSearchParams): Promise<RecipientChoice[]> {
  const schoolIds = search.getAll('schoolIds').filter((id) => Uuid.safeParse(id).success);
  if (schoolIds.length === 0) return [];
  return (await readSelection(ctx, { schoolIds, userIds: [], find: '' })).schools;
}

/** Lists which template to send to the staff of which outstanding schools, with links to the send screen. */
export default function OutstandingSchoolsEmail() {
  const { year, group, states, schools, people, templates } = useLoaderData<typeof loader>();
  const isSelected = schools.length > 0;
  const search = new URLSearchParams({ target: isSelected ? SELECTED : OUTSTANDING_SCHOOLS });
  for (const { id } of schools) search.append('schoolIds', id);
  if (!isSelected) for (const state of states) search.append('states', state);
  const names = schools.map(({ name }) => name).join(' & ');
  return (
    <>
      <PageHeader title={isSelected ? `Email ${names}` : TITLE} back={{ to: '/', label: 'Dashboard' }} />
      <Stack>
        {isSelected ? null : <Groups group={group} />}
        {people === 0 ? (
          <EmptyState title="There's no one to email.">
            {year === null && !isSelected
              ? 'No academic year is active.'
              : 'These schools are inactive or have no staff to email.'}
          </EmptyState>
        ) : (
          <>
            <p>
              You can email {counted(people, 'person', 'people')} at{' '}
              {isSelected ? names : `outstanding schools for ${year}`}. You&apos;ll review the list before
              anything is sent.
            </p>
            <Panel title="Choose an email template" flush>
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

/** Links to the groups of outstanding schools. */
function Groups({ group }: Pick<TemplateChoice, 'group'>) {
  return (
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
