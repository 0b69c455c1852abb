import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { fullName } from '#app/lib/text/person-name.ts';
import type { SkippedPerson } from '#app/schemas/email.ts';
import type { ShownAudience } from '#app/schemas/email-send-screens.ts';
import { RECIPIENT_SKIP_LABELS } from '#app/schemas/enums.ts';

const COLUMNS: readonly Column<SkippedPerson>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: (person) => fullName(person) || person.email || 'No one',
  },
  {
    key: 'email',
    header: 'Email',
    cell: ({ email }) => (email === '' ? 'None' : <EmailAddress address={email} />),
  },
  { key: 'schools', header: 'Schools', cell: ({ schools }) => schools.join(' & ') },
  { key: 'why', header: 'Reason', cell: ({ why }) => RECIPIENT_SKIP_LABELS[why] },
];

/** People excluded from the audience or listed twice, with reasons. Renders nothing if there are none. */
export function SkippedPeoplePanel({
  leftOut,
  leftOutCounts,
}: Pick<ShownAudience, 'leftOut' | 'leftOutCounts'>) {
  const total = leftOutCounts.reduce((sum, { people }) => sum + people, 0);
  if (total === 0) return null;
  return (
    <CollapsiblePanel title="Skipped" note={formatNumber(total)}>
      <ul>
        {leftOutCounts.map(({ why, people }) => (
          <li key={why}>
            {RECIPIENT_SKIP_LABELS[why]}: {formatNumber(people)}
          </li>
        ))}
      </ul>
      <DataTable
        caption="Skipped"
        columns={COLUMNS}
        rows={leftOut}
        rowKey={({ email, schools, why }) => [why, email, ...schools].join(' ')}
      />
      {total > leftOut.length ? <p>And {counted(total - leftOut.length, 'other')}.</p> : null}
    </CollapsiblePanel>
  );
}
