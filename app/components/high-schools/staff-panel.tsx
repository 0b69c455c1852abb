import { Form, Link } from '@remix-run/react';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { WarnedAddress } from '#app/components/site/warned-address.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { PositionForm } from '#app/components/high-schools/position-form.tsx';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import type { HighSchoolStaffResponse } from '#app/schemas/high-school.ts';

interface StaffPanelProps {
  schoolName: string;
  staff: readonly HighSchoolStaffResponse[];
  bounced: readonly string[];
  ownId: string;
  /** Administrators keep access to the page after leaving the staff. */
  isAdmin: boolean;
}

/** A school's staff and their positions, with buttons to remove them (specification, section 2). */
export function StaffPanel(props: StaffPanelProps) {
  const { staff, bounced } = props;
  const columns: Column<HighSchoolStaffResponse>[] = [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: (member) => <Link to={`/users/${member.userId}`}>{fullName(member.user)}</Link>,
    },
    { key: 'position', header: 'Position', cell: (member) => <PositionForm member={member} /> },
    {
      key: 'email',
      header: 'Email',
      cell: ({ user: { email } }) => <WarnedAddress address={email} hasBounced={bounced.includes(email)} />,
    },
    { key: 'phone', header: 'Phone', nowrap: true, cell: ({ user }) => user.phone },
    {
      key: 'remove',
      header: 'Remove',
      headerHidden: true,
      align: 'end',
      cell: (member) => <RemoveForm member={member} {...props} />,
    },
  ];
  return (
    <Panel title="Staff" flush footer="School staff can add and remove staff for their own school.">
      <DataTable
        caption="Staff"
        wide
        columns={columns}
        rows={staff}
        rowKey={({ userId }) => userId}
        empty={<EmptyState title="No staff yet">Invite the first person below.</EmptyState>}
      />
    </Panel>
  );
}

function RemoveForm({ member, ...props }: StaffPanelProps & { member: HighSchoolStaffResponse }) {
  return (
    <Form method="post">
      <input type="hidden" name="userId" value={member.userId} />
      <ConfirmSubmitButton
        name="intent"
        value="remove-staff"
        size="sm"
        question={{
          title: 'Remove this person from the staff?',
          message: removalQuestion(member, props),
          confirmLabel: 'Remove from staff',
          tone: 'danger',
        }}
      >
        Remove
        <VisuallyHidden> {fullName(member.user)}</VisuallyHidden>
      </ConfirmSubmitButton>
    </Form>
  );
}

function removalQuestion(
  member: HighSchoolStaffResponse,
  { schoolName, staff, ownId, isAdmin }: StaffPanelProps,
): string {
  const lines = [SCHOOL_MESSAGES.removeStaffQuestion(fullName(member.user), schoolName)];
  if (member.userId === ownId && !isAdmin) lines.push("You'll lose access to this school.");
  if (staff.length === 1) lines.push(SCHOOL_MESSAGES.noStaffLeft);
  return lines.join('\n\n');
}
