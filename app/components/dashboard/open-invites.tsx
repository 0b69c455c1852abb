import { Form } from '@remix-run/react';
import { InviteExpiry } from '#app/components/invites/invite-expiry.tsx';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { Button } from '#app/components/ui/button.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { hasExpired } from '#app/lib/time/expiry.ts';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import type { OwnInvite } from '#app/schemas/invite.ts';

/** Schools that have invited the signed-in user to their staff, with links to accept or decline. */
export function OpenInvites({ invites, now }: { invites: readonly OwnInvite[]; now: string }) {
  const { appName } = useSite();
  if (invites.length === 0) return null;
  return (
    <Panel title="Your invites" flush>
      <DataTable
        caption="Your invites"
        rows={invites}
        rowKey={({ id }) => id}
        columns={[
          { key: 'school', header: 'School', rowHeader: true, cell: ({ highSchool }) => highSchool.name },
          { key: 'position', header: 'Position', cell: ({ position }) => STAFF_POSITION_LABELS[position] },
          { key: 'invitedBy', header: 'Invited by', cell: ({ invitedBy }) => invitedBy ?? appName },
          { key: 'createdAt', header: 'Invited', cell: ({ createdAt }) => <AlaskaTime iso={createdAt} /> },
          { key: 'expires', header: 'Expires', cell: (invite) => <InviteExpiry {...invite} now={now} /> },
          {
            key: 'answer',
            header: 'Actions',
            headerHidden: true,
            align: 'end',
            cell: (invite) => <AnswerForm invite={invite} now={now} />,
          },
        ]}
      />
    </Panel>
  );
}

function AnswerForm({ invite: { id, highSchool, expiresAt }, now }: { invite: OwnInvite; now: string }) {
  return (
    <Form method="post" action="/?index">
      <input type="hidden" name="inviteId" value={id} />
      {hasExpired(expiresAt, now) ? (
        'Ask the school to resend it. '
      ) : (
        <>
          <Button type="submit" name="intent" value="accept-invite" variant="primary" size="sm">
            Accept<VisuallyHidden> the invite to {highSchool.name}</VisuallyHidden>
          </Button>{' '}
        </>
      )}
      <Button type="submit" name="intent" value="decline-invite" variant="outline" size="sm">
        Decline<VisuallyHidden> the invite to {highSchool.name}</VisuallyHidden>
      </Button>
    </Form>
  );
}
