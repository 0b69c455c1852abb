import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { Passkey } from '#app/schemas/passkey.ts';

interface PasskeysPanelProps {
  readonly passkeys: readonly Passkey[];
  /** Whether to show which passkeys are approved. */
  readonly showsApproval: boolean;
  /** What to show for an unapproved one; by default, that it's waiting. */
  readonly unapproved?: (passkey: Passkey) => ReactNode;
  /** The response to a removal that was refused. */
  readonly refusal: ServerReply;
}

/** A person's passkeys, each with a button that removes it. */
export function PasskeysPanel({
  passkeys,
  showsApproval,
  unapproved = () => 'Waiting for another administrator',
  refusal,
}: PasskeysPanelProps) {
  const messages = refusal?.error?.[''] ?? [];
  return (
    <Panel flush>
      <ErrorSummary items={messages.map((message) => ({ message }))} refusal={refusal} />
      <DataTable
        caption="Passkeys"
        rows={passkeys}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No passkeys yet" />}
        columns={[
          { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => name },
          { key: 'added', header: 'Added', cell: ({ createdAt }) => <AlaskaTime iso={createdAt} /> },
          {
            key: 'used',
            header: 'Last used',
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <AlaskaTime iso={lastUsedAt} />),
          },
          ...(showsApproval
            ? [
                {
                  key: 'approved',
                  header: 'Approved',
                  cell: (passkey: Passkey) =>
                    passkey.approvedAt === null ? (
                      unapproved(passkey)
                    ) : (
                      <AlaskaTime iso={passkey.approvedAt} />
                    ),
                },
              ]
            : []),
          {
            key: 'remove',
            header: 'Remove',
            headerHidden: true,
            cell: ({ id, name }) => (
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <ConfirmSubmitButton
                  name="intent"
                  value="remove"
                  size="sm"
                  aria-label={`Remove ${name}`}
                  question={{
                    title: 'Remove this passkey?',
                    message: `“${name}” will no longer work for signing in. A code sent by email will still work.`,
                    confirmLabel: 'Remove passkey',
                  }}
                >
                  Remove
                </ConfirmSubmitButton>
              </Form>
            ),
          },
        ]}
      />
    </Panel>
  );
}
