import { Form } from '@remix-run/react';
import { InviteActions } from '#app/components/invites/invite-actions.tsx';
import { InviteExpiry } from '#app/components/invites/invite-expiry.tsx';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FieldGrid, FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { WarnedAddress } from '#app/components/site/warned-address.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import type { StaffInviteResponse } from '#app/schemas/high-school.ts';

const fetchCheck = async () =>
  (await import('#app/components/high-schools/high-school-validation.ts')).checkInvite;

/** Invites a person to the staff by address, with or without an account (decisions, section 3). */
export function InviteStaffPanel({ reply }: { reply: ServerReply }) {
  const { formProps, fieldOf, summary, loaded } = useLazyForm({ id: 'invite', reply, fetchCheck });
  return (
    <Panel title="Invite staff" isScreenOnly>
      <Form method="post" preventScrollReset {...formProps}>
        {loaded}
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <p className="m-0">
            We&apos;ll email them an invite. They&apos;ll join the staff when they accept it.
          </p>
          <FieldGrid>
            <TextField
              {...fieldOf('email')}
              label="Email"
              type="email"
              autoComplete="off"
              width="full"
              span={4}
            />
            <SelectField
              {...fieldOf('position', 'STAFF')}
              label="Position"
              width="full"
              span={2}
              options={optionsOf(STAFF_POSITION_LABELS)}
            />
          </FieldGrid>
          <FormActions>
            <SubmitButton name="intent" value="invite" variant="outline" pendingLabel="Inviting…">
              Send invite
            </SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}

const INVITE_NAMES = { id: 'inviteId', resend: 'resend-invite', remove: 'remove-invite' };

interface StaffInvitesPanelProps {
  invites: readonly StaffInviteResponse[];
  bounced: readonly string[];
  now: string;
}

/** Invites that haven't been accepted yet. */
export function StaffInvitesPanel({ invites, bounced, now }: StaffInvitesPanelProps) {
  if (invites.length === 0) return null;
  return (
    <Panel title="Pending invites" flush>
      <DataTable
        caption="Pending invites"
        wide
        rows={invites}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'email',
            header: 'Email',
            rowHeader: true,
            cell: ({ email }) => <WarnedAddress address={email} hasBounced={bounced.includes(email)} />,
          },
          { key: 'position', header: 'Position', cell: ({ position }) => STAFF_POSITION_LABELS[position] },
          { key: 'createdAt', header: 'Invited', cell: ({ createdAt }) => <AlaskaTime iso={createdAt} /> },
          { key: 'expires', header: 'Expires', cell: (invite) => <InviteExpiry {...invite} now={now} /> },
          {
            key: 'actions',
            header: 'Actions',
            headerHidden: true,
            align: 'end',
            cell: (invite) => <InviteActions invite={invite} names={INVITE_NAMES} preventScrollReset />,
          },
        ]}
      />
    </Panel>
  );
}
