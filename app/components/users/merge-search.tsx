import { Form, Link } from '@remix-run/react';
import { FieldGrid, FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { UserFlags } from '#app/components/users/user-flags.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { counted } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { fullName, nameWithAddress } from '#app/lib/text/person-name.ts';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import type { MergeFound } from '#app/schemas/user-merge.ts';
import type { UserResponse, UserListItem } from '#app/schemas/user.ts';

/** Finds the other account of a person, by name, address, or school. */
export function MergeSearch({ user, found }: { user: UserResponse; found: MergeFound }) {
  const { text, users, hasMore, invited } = found;
  return (
    <>
      <Panel title="Find the other account" isScreenOnly>
        <Form method="get">
          <FormStack>
            <FieldGrid>
              <TextField
                name="find"
                label="Name, email address, or school"
                type="search"
                autoComplete="off"
                width="full"
                span={4}
                defaultValue={text}
              />
            </FieldGrid>
            <FormActions>
              <SubmitButton variant="outline" pendingLabel="Searching…">
                Find users
              </SubmitButton>
            </FormActions>
          </FormStack>
        </Form>
      </Panel>
      <Panel title={`Users matching “${text}”`} flush>
        <div role="status" className="visually-hidden">
          {counted(users.length, 'user')} found
        </div>
        {users.length === 0 ? (
          <EmptyState title="No other users match">Try part of the name, address, or school.</EmptyState>
        ) : (
          <FoundUsers user={user} users={users} />
        )}
        {hasMore ? (
          <div className="card-body">More users match. Type more of the name to see them.</div>
        ) : null}
      </Panel>
      {invited.length === 0 ? null : (
        <Panel title="Invited, but no account yet">
          <p>
            An address without an account can&apos;t be merged. If it&apos;s {fullName(user)}&apos;s new
            address, <Link to={`/users/${user.id}`}>change the address of this account</Link> instead. Its
            invites will then apply to this account.
          </p>
          <ul className="mb-0">
            {invited.map(({ email, highSchools }) => (
              <li key={email} className="text-break">
                {email}
                {highSchools.length === 0 ? null : `, invited to ${listed(highSchools)}`}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function FoundUsers({ user, users }: { user: UserResponse; users: readonly UserListItem[] }) {
  return (
    <DataTable
      caption="Users found"
      rows={users}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          header: 'Name',
          rowHeader: true,
          cell: (one) => (
            <>
              {fullName(one)} <UserFlags flags={one.flags} />
            </>
          ),
        },
        { key: 'email', header: 'Email', cell: ({ email }) => <EmailAddress address={email} /> },
        {
          key: 'schools',
          header: 'School',
          cell: ({ highSchools }) =>
            highSchools.length === 0
              ? 'None'
              : highSchools
                  .map(({ name, position }) => `${name} (${STAFF_POSITION_LABELS[position]})`)
                  .join(', '),
        },
        {
          key: 'signedIn',
          header: 'Last sign-in',
          cell: ({ lastSignedInAt }) =>
            lastSignedInAt === null ? 'Never' : <AlaskaTime iso={lastSignedInAt} />,
        },
        {
          key: 'choose',
          header: 'Choose',
          headerHidden: true,
          align: 'end',
          cell: (one) => (
            <ButtonLink size="sm" to={`/users/${user.id}/merge?other=${one.id}`}>
              Compare<VisuallyHidden> with {nameWithAddress(one)}</VisuallyHidden>
            </ButtonLink>
          ),
        },
      ]}
    />
  );
}
