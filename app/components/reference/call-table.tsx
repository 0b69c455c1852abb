import { Link } from '@remix-run/react';
import { DataTable } from '#app/components/ui/data-table.tsx';
import type { ApiReferenceScreen } from '#app/schemas/api-reference.ts';

interface CallTableProps {
  readonly name: string;
  readonly slug: string;
  readonly calls: ApiReferenceScreen['groups'][number]['calls'];
}

/** A group's calls, each linked to its description. */
export function CallTable({ name, slug, calls }: CallTableProps) {
  return (
    <DataTable
      caption={`Calls: ${name}`}
      rows={calls}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'summary',
          header: 'What it does',
          rowHeader: true,
          cell: ({ id, summary }) => <Link to={`/api/docs/${slug}#${id}`}>{summary}</Link>,
        },
        { key: 'method', header: 'Method', cell: ({ method }) => <code>{method}</code> },
        { key: 'path', header: 'Path', cell: ({ path }) => <code className="text-break">{path}</code> },
      ]}
    />
  );
}
