import { Form, Link } from '@remix-run/react';
import { type ReactNode, useState } from 'react';
import { RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { counted } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { fullName, nameWithAddress } from '#app/lib/text/person-name.ts';
import { STAFF_POSITION_LABELS, USER_FLAG_LABELS } from '#app/schemas/enums.ts';
import type { MergeOption } from '#app/schemas/user-merge.ts';

/** The two accounts: the page's user first. */
export type MergeOptions = readonly [MergeOption, MergeOption];

interface Fact {
  readonly name: string;
  readonly of: (account: MergeOption) => ReactNode;
}

const FACTS: readonly Fact[] = [
  { name: 'Name', of: ({ user }) => <Link to={`/users/${user.id}`}>{fullName(user)}</Link> },
  { name: 'Email', of: ({ user }) => <EmailAddress address={user.email} /> },
  { name: 'Phone', of: ({ user }) => user.phone || 'None' },
  {
    name: 'Schools',
    of: ({ highSchools }) =>
      orNone(highSchools.map(({ name, position }) => `${name} (${STAFF_POSITION_LABELS[position]})`)),
  },
  {
    name: 'Last sign-in',
    of: ({ lastSignedInAt }) => (lastSignedInAt === null ? 'Never' : <AlaskaTime iso={lastSignedInAt} />),
  },
  {
    name: 'Flags',
    of: ({ user }) => orNone(user.flags.map((flag) => USER_FLAG_LABELS[flag])),
  },
  {
    name: 'Designations',
    of: ({ belongings: { designationsStarted, designationsSubmitted } }) =>
      `${designationsStarted} started, ${designationsSubmitted} submitted`,
  },
  {
    name: 'Messages and notes',
    of: ({ belongings: { messages, notes } }) => `${counted(messages, 'message')}, ${counted(notes, 'note')}`,
  },
  { name: 'Open invites', of: ({ belongings }) => orNone(belongings.invites) },
  { name: 'Access requests', of: ({ belongings }) => belongings.accessRequests },
  { name: 'Signed in', of: ({ belongings }) => counted(belongings.sessions, 'browser') },
  { name: 'Saved views', of: ({ belongings }) => belongings.savedViews },
];

function orNone(items: readonly string[]): string {
  return items.length === 0 ? 'None' : listed(items);
}

/** Two accounts side by side, and the choice which one stays. */
export function MergeChoice({ accounts, proposed }: { accounts: MergeOptions; proposed: string | null }) {
  const [one, other] = accounts;
  return (
    <>
      <Panel
        title="Compare the accounts"
        flush
        footer={
          <Link to={`/users/${one.user.id}/merge`} className="text-break">
            Choose another user instead of {nameWithAddress(other.user)}
          </Link>
        }
      >
        <DataTable
          caption="The two accounts"
          rows={FACTS}
          rowKey={({ name }) => name}
          columns={[
            { key: 'fact', header: 'Item', rowHeader: true, cell: ({ name }) => name },
            ...accounts.map((account, index) => ({
              key: account.user.id,
              header: index === 0 ? 'This user' : 'Other user',
              cell: ({ of }: Fact) => of(account),
            })),
          ]}
        />
      </Panel>
      {proposed === null ? (
        <Banner tone="warning" live={false}>
          These accounts can&apos;t be merged. {[one.refusal, other.refusal].filter(isDistinct).join(' ')}
        </Banner>
      ) : (
        <MergeForm accounts={accounts} proposed={proposed} />
      )}
    </>
  );
}

function isDistinct(text: string | null, index: number, all: readonly (string | null)[]): boolean {
  return text !== null && all.indexOf(text) === index;
}

function MergeForm({ accounts, proposed }: { accounts: MergeOptions; proposed: string }) {
  const [keep, setKeep] = useState(proposed);
  const [own, other] = accounts;
  const possible = accounts.filter(({ refusal }) => refusal === null);
  const kept = possible.find(({ user }) => user.id === keep);
  const merged = accounts.find(({ user }) => user.id !== keep);
  if (kept === undefined || merged === undefined) return null;
  const versions = (
    <>
      <input type="hidden" name="otherId" value={other.user.id} />
      <input type="hidden" name="version" value={own.user.version} />
      <input type="hidden" name="otherVersion" value={other.user.version} />
    </>
  );
  return (
    <Panel title="Which account do you want to keep?">
      <Form method="post">
        {versions}
        <FormStack>
          {possible.length === 1 ? (
            <>
              <input type="hidden" name="keep" value={kept.user.id} />
              <p className="m-0 text-break">
                You&apos;ll keep {nameWithAddress(kept.user)}. {merged.refusal}
              </p>
            </>
          ) : (
            <RadioGroupField
              name="keep"
              id="merge-keep"
              label="The person will sign in with this account's email address"
              defaultValue={proposed}
              required
              options={accounts.map(({ user }) => ({
                value: user.id,
                label: <span className="text-break">{nameWithAddress(user)}</span>,
              }))}
              onChange={({ currentTarget }) => setKeep(currentTarget.value)}
            />
          )}
          <div aria-live="polite">
            <Effects account={kept} />
          </div>
          {possible.length === 1 ? null : (
            <noscript>
              <Effects account={merged} />
            </noscript>
          )}
          <FormActions>
            <ConfirmSubmitButton
              name="intent"
              value="merge"
              variant="danger"
              question={{
                title: 'Merge these accounts?',
                message: `${nameWithAddress(merged.user)} will be merged into ${nameWithAddress(kept.user)} and deleted.\n\nThis can't be undone.`,
                confirmLabel: 'Merge accounts',
                tone: 'danger',
              }}
            >
              Merge accounts
            </ConfirmSubmitButton>
            <ButtonLink to={`/users/${own.user.id}`}>Cancel</ButtonLink>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}

function Effects({ account: { user, effects } }: { account: MergeOption }) {
  return (
    <>
      <p className="mb-1">
        <strong className="text-break">If you keep {user.email}:</strong>
      </p>
      <ul className="mb-0">
        {effects.map((effect) => (
          <li key={effect} className="text-break">
            {effect}
          </li>
        ))}
        <li>This can&apos;t be undone.</li>
      </ul>
    </>
  );
}
