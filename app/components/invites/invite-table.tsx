import { Link } from '@remix-run/react';
import { InviteActions } from '#app/components/invites/invite-actions.tsx';
import { InviteExpiry } from '#app/components/invites/invite-expiry.tsx';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { UserFlags } from '#app/components/users/user-flags.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { WarnedAddress } from '#app/components/site/warned-address.tsx';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import type { UserInviteResponse } from '#app/schemas/invite.ts';

const INVITE_NAMES = { id: 'id', resend: 'resend', remove: 'remove' };

interface InviteTableProps {
  invites: readonly UserInviteResponse[];
  bounced: readonly string[];
  now: string;
}

/** Open invites to create an account, each with its flags and positions (specification, section 2, pending invites). */
export function InviteTable({ invites, bounced, now }: InviteTableProps) {
  return (
    <DataTable
      caption="Pending invites"
      rows={invites}
      rowKey={({ id }) => id}
      empty={
        <EmptyState title="No pending invites">
          Invites stay here until the person creates an account.
        </EmptyState>
      }
      columns={[
        {
          key: 'email',
          header: 'Email',
          rowHeader: true,
          cell: ({ email }) => <WarnedAddress address={email} hasBounced={bounced.includes(email)} />,
        },
        { key: 'flags', header: 'Flags', cell: ({ flags }) => <UserFlags flags={flags} /> },
        {
          key: 'schools',
          header: 'Schools',
          cell: ({ staffInvites }) => <Schools staffInvites={staffInvites} />,
        },
        { key: 'created', header: 'Invited', cell: ({ createdAt }) => <AlaskaTime iso={createdAt} /> },
        { key: 'expires', header: 'Expires', cell: (invite) => <InviteExpiry {...invite} now={now} /> },
        {
          key: 'actions',
          header: 'Actions',
          headerHidden: true,
          align: 'end',
          cell: (invite) => <Actions invite={invite} />,
        },
      ]}
    />
  );
}

function Schools({ staffInvites }: Pick<UserInviteResponse, 'staffInvites'>) {
  return (
    <div>
      {staffInvites.map(({ id, highSchool, position }) => (
        <div key={id}>
          <Link to={`/highschools/${highSchool.id}`}>{highSchool.name}</Link>,{' '}
          {STAFF_POSITION_LABELS[position]}
        </div>
      ))}
    </div>
  );
}

function Actions({ invite }: { invite: UserInviteResponse }) {
  const note =
    invite.staffInvites.length === 0 ? '' : '\n\nThe associated staff invites will also be removed.';
  return <InviteActions invite={invite} names={INVITE_NAMES} note={note} />;
}
