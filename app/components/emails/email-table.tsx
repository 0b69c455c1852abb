import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import type { EmailTemplateSummary } from '#app/schemas/email-screens.ts';

const COLUMNS: readonly Column<EmailTemplateSummary>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ id, name }) => <Link to={`/emails/${id}`}>{name}</Link>,
  },
  { key: 'subject', header: 'Subject', cell: ({ subject }) => (subject === '' ? '–' : subject) },
  {
    key: 'format',
    header: 'Format',
    cell: ({ richText, isEmpty }) => (isEmpty ? 'Empty' : richText ? 'MJML' : 'Plain text'),
  },
  {
    key: 'updatedAt',
    header: 'Last updated',
    cell: ({ updatedAt }) => <AlaskaTime iso={updatedAt} />,
  },
];

/** Email templates by name, with links to edit and preview them. */
export function EmailTable({ templates }: { templates: readonly EmailTemplateSummary[] }) {
  return (
    <DataTable
      caption="Email templates"
      columns={COLUMNS}
      rows={templates}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="There are no email templates yet.">
          Name the first one below, then write it.
        </EmptyState>
      }
    />
  );
}
