import { Form, Link } from '@remix-run/react';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { counted, plural } from '#app/lib/text/counted.ts';
import { OUTSTANDING_SCHOOLS, SELECTED } from '#app/schemas/audience-targets.ts';
import type { TemplateChoice } from '#app/schemas/email-send-screens.ts';
import { withAudience } from './carried-audience.ts';

/** The emails to send to these schools: each template, and one without a template. */
export function EmailChoice({ choice }: { choice: TemplateChoice }) {
  const { year, schools, people, templates } = choice;
  const isSelected = schools.length > 0;
  if (people === 0) {
    return (
      <EmptyState title="There's no one to email.">
        {year === null && !isSelected
          ? 'No academic year is active.'
          : plural(
              schools.length,
              'This school is inactive or has no staff to email.',
              'These schools are inactive or have no staff to email.',
            )}
      </EmptyState>
    );
  }
  const audience = audienceOf(choice);
  return (
    <>
      <p>
        You can email {counted(people, 'person', 'people')} at{' '}
        {isSelected ? schoolNames(schools) : `outstanding schools for ${year}`}. You&apos;ll review the list
        before anything is sent.
      </p>
      <Panel title="Choose an email template" flush>
        <DataTable
          caption="Emails"
          columns={columnsFor(audience)}
          rows={templates}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No email templates yet">Write a one-off email, or add a template.</EmptyState>
          }
        />
      </Panel>
      <Form method="post" action="/emails">
        <input type="hidden" name="audience" value={audience} />
        <SubmitButton variant="outline" name="intent" value="oneOff" pendingLabel="Creating…">
          Write a one-off email
        </SubmitButton>
      </Form>
    </>
  );
}

export function schoolNames(schools: TemplateChoice['schools']): string {
  return schools.map(({ name }) => name).join(' & ');
}

function audienceOf({ schools, states }: TemplateChoice): string {
  const search = new URLSearchParams({ target: schools.length > 0 ? SELECTED : OUTSTANDING_SCHOOLS });
  for (const { id } of schools) search.append('schoolIds', id);
  if (schools.length === 0) for (const state of states) search.append('states', state);
  return search.toString();
}

function columnsFor(audience: string): readonly Column<TemplateChoice['templates'][number]>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: ({ id, name, isEmpty }) =>
        isEmpty ? name : <Link to={withAudience(`/emails/${id}/send`, audience)}>{name}</Link>,
    },
    { key: 'subject', header: 'Subject', cell: ({ subject }) => subject || 'None' },
    {
      key: 'lacks',
      header: 'Status',
      cell: ({ id, name, subject, isEmpty }) =>
        isEmpty || subject === '' ? (
          <>
            {isEmpty ? "It has no text yet and can't be sent." : 'It has no subject yet.'}{' '}
            <Link to={withAudience(`/emails/${id}`, audience)}>
              Edit it<VisuallyHidden>: {name}</VisuallyHidden>
            </Link>
          </>
        ) : (
          'Ready'
        ),
    },
  ];
}
