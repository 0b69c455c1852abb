import { Form } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { Badge } from '#app/components/ui/badge.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { ListedToken } from '#app/schemas/access-token.ts';
import { TOKEN_SCOPE_LABELS } from '#app/schemas/token-scopes.ts';

interface AccessTokensPanelProps {
  readonly tokens: readonly ListedToken[];
  /** The response to a revocation that was refused. */
  readonly refusal: ServerReply;
}

/** A person's access tokens, each with a button that revokes it. */
export function AccessTokensPanel({ tokens, refusal }: AccessTokensPanelProps) {
  const messages = refusal?.error?.[''] ?? [];
  return (
    <Panel flush>
      <ErrorSummary items={messages.map((message) => ({ message }))} refusal={refusal} />
      <DataTable
        caption="Access tokens"
        rows={tokens}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No access tokens yet" />}
        columns={[
          { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => name },
          {
            key: 'scopes',
            header: 'Scopes',
            cell: ({ scopes }) => scopes.map((scope) => TOKEN_SCOPE_LABELS[scope]).join(', '),
          },
          {
            key: 'expires',
            header: 'Expires',
            cell: ({ expiresAt, hasExpired }) => (
              <span>
                <AlaskaTime iso={expiresAt} /> {hasExpired ? <Badge tone="warning">Expired</Badge> : null}
              </span>
            ),
          },
          {
            key: 'used',
            header: 'Last used',
            cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <AlaskaTime iso={lastUsedAt} />),
          },
          {
            key: 'revoke',
            header: 'Revoke',
            headerHidden: true,
            cell: ({ id, name }) => (
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <ConfirmSubmitButton
                  name="intent"
                  value="revoke"
                  size="sm"
                  aria-label={`Revoke ${name}`}
                  question={{
                    title: 'Revoke this access token?',
                    message: `Scripts that use “${name}” will stop working immediately.`,
                    confirmLabel: 'Revoke access token',
                  }}
                >
                  Revoke
                </ConfirmSubmitButton>
              </Form>
            ),
          },
        ]}
      />
    </Panel>
  );
}
