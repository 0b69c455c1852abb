import { Link } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { auditLines, auditTitle } from '#app/messages/audit-labels.ts';
import { sourceLabel } from '#app/messages/disclosure-labels.ts';
import { counted } from '#app/lib/text/counted.ts';
import { loggedName } from '#app/lib/text/person-name.ts';
import type { AuditEntry } from '#app/schemas/audit.ts';

/** Changes and disclosures, one per row. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <DataTable
      caption="Changes and disclosures, newest first"
      rows={entries}
      rowKey={({ id }) => id}
      columns={COLUMNS}
      empty={<EmptyState title="No entries match">Try different filters, or clear them.</EmptyState>}
    />
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { key: 'at', header: 'When', rowHeader: true, cell: ({ at }) => <AlaskaTime iso={at} /> },
  { key: 'who', header: 'Who', cell: ({ actor }) => <ActorCell actor={actor} /> },
  { key: 'channel', header: 'Channel', cell: sourceLabel },
  { key: 'what', header: 'What', cell: (entry) => <ActionCell entry={entry} /> },
  { key: 'subject', header: 'Subject', cell: ({ subject }) => <SubjectCell subject={subject} /> },
];

function ActorCell({ actor }: Pick<AuditEntry, 'actor'>) {
  if (actor === null) return <>The system</>;
  return (
    <div className="text-break">
      <Link to={`/users/${actor.id}`}>{loggedName(actor)}</Link>
      <span className="cell-note">
        <EmailAddress address={actor.email} />
      </span>
    </div>
  );
}

function ActionCell({ entry }: { entry: AuditEntry }) {
  const { timeZone } = useSite();
  const { disclosure } = entry;
  return (
    <div className="text-break">
      {auditTitle(entry)}
      {disclosure === null ? null : (
        <span className="cell-note">{counted(disclosure.students, "student's data", "students' data")}</span>
      )}
      {auditLines(entry, timeZone).map((line) => (
        <span key={line} className="cell-note text-pre-line">
          {line}
        </span>
      ))}
    </div>
  );
}

function SubjectCell({ subject }: Pick<AuditEntry, 'subject'>) {
  if (subject === null) return null;
  const { name, path } = subject;
  if (name === null) return <>Deleted</>;
  return <div className="text-break">{path === null ? name : <Link to={path}>{name}</Link>}</div>;
}
