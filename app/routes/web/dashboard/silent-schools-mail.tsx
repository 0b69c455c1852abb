import { Link, useLoaderData } from '@remix-run/react';
import { counted } from '#app/lib/counted.ts';
import { titled } from '#app/components/domain/titled.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { listTemplateSummaries } from '#app/domain/emails/list-email-templates.server.ts';
import { countAudience } from '#app/domain/emails/read-audience.server.ts';
import { SILENT_SCHOOLS } from '#app/schemas/audience-targets.ts';
import { type TemplateChoice, TemplateChoiceSchema } from '#app/schemas/email-sending-screens.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/domain/error-page.tsx';

const TITLE = 'Write to the schools that have not answered';

export const meta = titled(TITLE);

export const loader = screen(async ({ ctx }) => {
  const { items: templates } = await listTemplateSummaries(ctx, {});
  const year = await findActiveYear(ctx);
  const people =
    year === null ? 0 : await countAudience(ctx, { choice: { target: SILENT_SCHOOLS, positions: [] } });
  return { year: year?.year ?? null, people, templates };
}, TemplateChoiceSchema);

/** Which email goes to the staff of exactly the schools on the dashboard's list: each leads to the screen that sends it. */
export default function SilentSchoolsMail() {
  const { year, people, templates } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={TITLE} back={{ to: '/', label: 'Dashboard' }} />
      {year === null || people === 0 ? (
        <EmptyState title="There is nobody to write to.">
          Every active school has answered, or has no staff yet.
        </EmptyState>
      ) : (
        <Stack>
          <p>
            {counted(people, 'person', 'people')} at the schools that have not answered in the {year} academic
            year. Nothing is sent before you have seen the list.
          </p>
          <Panel title="Which email?" flush>
            <DataTable
              caption="Emails"
              columns={COLUMNS}
              rows={templates}
              rowKey={({ id }) => id}
              empty={
                <EmptyState
                  title="There are no emails yet"
                  actions={<ButtonLink to="/emails">To the emails</ButtonLink>}
                >
                  Write one, then come back.
                </EmptyState>
              }
            />
          </Panel>
        </Stack>
      )}
    </>
  );
}

const COLUMNS: readonly Column<TemplateChoice['templates'][number]>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ id, name, isEmpty }) =>
      isEmpty ? name : <Link to={`/emails/${id}/send?target=${SILENT_SCHOOLS}`}>{name}</Link>,
  },
  { key: 'subject', header: 'Subject', cell: ({ subject }) => subject || 'None' },
  {
    key: 'lacks',
    header: 'To do first',
    cell: ({ id, name, subject, isEmpty }) =>
      isEmpty || subject === '' ? (
        <>
          {isEmpty ? 'It has no text yet and cannot be sent.' : 'It has no subject yet.'}{' '}
          <Link to={`/emails/${id}`}>
            Write it<VisuallyHidden>: {name}</VisuallyHidden>
          </Link>
        </>
      ) : (
        'Nothing'
      ),
  },
];
