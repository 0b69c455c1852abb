import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { formatNumber } from '#app/lib/text/counted.ts';
import { disclosureFilter, disclosurePurpose, sourceLabel } from '#app/messages/disclosure-labels.ts';
import { loggedName } from '#app/lib/text/person-name.ts';
import type { StudentDisclosure } from '#app/schemas/student-disclosure.ts';

/** Who obtained a student's data, one row per disclosure. */
export function DisclosureTable({ disclosures }: { disclosures: readonly StudentDisclosure[] }) {
  return (
    <DataTable
      caption="Who obtained this student's data"
      rows={disclosures}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No one has obtained this student's data.">
          We add a row each time someone opens, compares, or downloads it. The school's own staff are recorded
          at most once a day.
        </EmptyState>
      }
      columns={[
        { key: 'at', header: 'When', rowHeader: true, cell: ({ at }) => <AlaskaTime iso={at} /> },
        { key: 'who', header: 'Who', cell: ({ actor }) => <ActorCell actor={actor} /> },
        { key: 'channel', header: 'Channel', cell: sourceLabel },
        { key: 'what', header: 'What', cell: (disclosure) => <ReasonCell disclosure={disclosure} /> },
        {
          key: 'students',
          header: 'Students',
          align: 'end',
          cell: ({ rowCount }) => formatNumber(rowCount),
        },
      ]}
    />
  );
}

function ActorCell({ actor }: Pick<StudentDisclosure, 'actor'>) {
  if (actor === null) return <>The system</>;
  return (
    <div className="text-break">
      {loggedName(actor)}
      <span className="cell-note">
        <EmailAddress address={actor.email} />
      </span>
    </div>
  );
}

function ReasonCell({
  disclosure: { purpose, statedPurpose, filter, names },
}: {
  disclosure: StudentDisclosure;
}) {
  const { timeZone } = useSite();
  const narrowed = disclosureFilter(filter, { names, timeZone });
  return (
    <div className="text-break">
      {disclosurePurpose(purpose)}
      {narrowed === '' ? null : <span className="cell-note">{narrowed}</span>}
      {statedPurpose === null ? null : <span className="cell-note">Purpose: {statedPurpose}</span>}
    </div>
  );
}
