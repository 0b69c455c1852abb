import { Form, Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { numberedPages } from '#app/components/listing/list-query.ts';
import { extensionPages } from '#app/components/years/years-url.ts';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import type { ListedExtensionResponse } from '#app/schemas/year-screens.ts';

interface ExtensionsPanelProps {
  year: { readonly id: string; readonly year: number };
  extensions: readonly ListedExtensionResponse[];
  total: number;
  page: number;
  search: URLSearchParams;
}

/** Schools with an extension in a year, by name, with buttons to revoke it. */
export function ExtensionsPanel({ year, extensions, total, page, search }: ExtensionsPanelProps) {
  const pages = (
    <Pagination
      one="extension"
      many="extensions"
      shown={extensions.length}
      total={total}
      {...numberedPages(extensionPages(year.id), search, { page, total })}
    />
  );
  return (
    <Panel title="Extensions" flush footer={total > SCREEN_PAGE_SIZE ? pages : null}>
      <DataTable
        caption={`Schools with an extension for ${year.year}`}
        rows={extensions}
        rowKey={({ highSchoolId }) => highSchoolId}
        empty={
          <EmptyState title="No extensions">
            A school with an extension can submit until its own due date. Grant one below.
          </EmptyState>
        }
        columns={[
          {
            key: 'school',
            header: 'High School',
            rowHeader: true,
            cell: (row) => <Link to={`/highschools/${row.highSchoolId}`}>{row.highSchoolName}</Link>,
          },
          { key: 'due', header: 'Due', cell: ({ dueAt }) => <AlaskaTime iso={dueAt} /> },
          {
            key: 'reason',
            header: 'Reason',
            cell: ({ reason }) => <span className="text-break">{reason}</span>,
          },
          {
            key: 'grantedBy',
            header: 'Granted by',
            cell: ({ grantedBy }) =>
              grantedBy === null ? 'The system' : `${grantedBy.firstName} ${grantedBy.lastName}`,
          },
          {
            key: 'revoke',
            header: 'Revoke',
            headerHidden: true,
            align: 'end',
            cell: (row) => <RevokeForm {...row} year={year.year} />,
          },
        ]}
      />
    </Panel>
  );
}

function RevokeForm(props: ListedExtensionResponse & { year: number }) {
  const { highSchoolId, highSchoolName, year } = props;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="highSchoolId" value={highSchoolId} />
      <ConfirmSubmitButton
        name="intent"
        value="revoke"
        size="sm"
        question={{
          title: 'Revoke this extension?',
          confirmLabel: 'Revoke extension',
          message: YEAR_MESSAGES.revokeQuestion(highSchoolName, year),
          tone: 'danger',
        }}
      >
        Revoke
        <VisuallyHidden> the extension for {highSchoolName}</VisuallyHidden>
      </ConfirmSubmitButton>
    </Form>
  );
}
