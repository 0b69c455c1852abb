import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { MessageLink } from '#app/components/emails/message-panel.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { formatPersonName } from '#app/lib/text/person-name.ts';
import type { Recipient } from '#app/schemas/email.ts';
import type { ExtendedSchool, ShownAudience } from '#app/schemas/email-send-screens.ts';

interface AudienceTableProps {
  audience: Pick<ShownAudience, 'people' | 'except' | 'extended'>;
  messageHref: (email: string) => string;
  onShow: (email: string) => void;
}

/**
 * A page of the audience. Each row links to that person's message; without JavaScript it opens in the page's iframe.
 */
export function AudienceTable({ audience, messageHref, onShow }: AudienceTableProps) {
  const hasSchools = audience.people.some(({ schools }) => schools.length > 0);
  const columns: Column<Recipient>[] = [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: (person) => (
        <label className="selectable">
          <input
            type="checkbox"
            className="form-check-input"
            name="included"
            value={person.email}
            defaultChecked={!audience.except.includes(person.email)}
          />
          {formatPersonName(person)}
        </label>
      ),
    },
    { key: 'email', header: 'Email', cell: ({ email }) => <EmailAddress address={email} /> },
    ...(hasSchools
      ? [
          {
            key: 'schools',
            header: 'Schools',
            cell: ({ schools }: Recipient) => (
              <>
                {schools.join(' & ')}
                <Extensions of={audience.extended.filter(({ name }) => schools.includes(name))} />
              </>
            ),
          },
        ]
      : []),
    {
      key: 'message',
      header: 'Message',
      headerHidden: true,
      align: 'end',
      cell: (person) => <MessageLink person={person} messageHref={messageHref} onShow={onShow} />,
    },
  ];
  return (
    <DataTable caption="Recipients" columns={columns} rows={audience.people} rowKey={({ email }) => email} />
  );
}

function Extensions({ of: extended }: { of: readonly ExtendedSchool[] }) {
  return extended.map(({ name, dueAt }) => (
    <span key={name} className="cell-note">
      Extension for {name}: due <AlaskaTime iso={dueAt} />
    </span>
  ));
}
