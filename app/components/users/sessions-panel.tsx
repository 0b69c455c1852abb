import { Form } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { SessionResponse } from '#app/schemas/user-screens.ts';

interface SessionsPanelProps {
  sessions: readonly SessionResponse[];
  name: string;
  isSelf: boolean;
}

/** Where a user is signed in, with buttons to sign out of one browser or everywhere. */
export function SessionsPanel({ sessions, name, isSelf }: SessionsPanelProps) {
  const question = isSelf
    ? "You'll be signed out of every other browser. Unsaved changes there will be lost."
    : `${name} will be signed out of every browser. Unsaved changes there will be lost.`;
  const others = sessions.filter(({ isThis }) => !isThis);
  return (
    <Panel
      title={isSelf ? "Where you're signed in" : 'Sign-ins'}
      flush
      footer={
        others.length === 0 ? null : (
          <Form method="post">
            <ConfirmSubmitButton
              name="intent"
              value="sign-out"
              size="sm"
              question={{
                title: isSelf ? 'Sign out everywhere else?' : 'Sign out everywhere?',
                message: question,
                confirmLabel: isSelf ? 'Sign out everywhere else' : 'Sign out everywhere',
              }}
            >
              {isSelf ? 'Sign out everywhere else' : 'Sign out everywhere'}
            </ConfirmSubmitButton>
          </Form>
        )
      }
    >
      <DataTable
        caption="Sign-ins"
        rows={sessions}
        rowKey={({ id }) => id}
        empty={<EmptyState title="Not signed in anywhere" />}
        columns={[
          {
            key: 'browser',
            header: 'Browser',
            rowHeader: true,
            cell: ({ browser, isThis }) => (
              <>
                {browser} {isThis ? <Badge tone="info">This browser</Badge> : null}
              </>
            ),
          },
          { key: 'started', header: 'Signed in', cell: ({ startedAt }) => <AlaskaTime iso={startedAt} /> },
          { key: 'seen', header: 'Last active', cell: ({ seenAt }) => <AlaskaTime iso={seenAt} /> },
          {
            key: 'sign-out',
            header: 'Sign out',
            headerHidden: true,
            cell: ({ id, browser, isThis }) =>
              isThis ? null : (
                <Form method="post">
                  <input type="hidden" name="sessionId" value={id} />
                  <ConfirmSubmitButton
                    name="intent"
                    value="sign-out-browser"
                    size="sm"
                    aria-label={`Sign out of ${browser}`}
                    question={{
                      title: isSelf ? `Sign out of ${browser}?` : `Sign ${name} out of ${browser}?`,
                      message: 'Unsaved changes there will be lost.',
                      confirmLabel: 'Sign out',
                    }}
                  >
                    Sign out
                  </ConfirmSubmitButton>
                </Form>
              ),
          },
        ]}
      />
    </Panel>
  );
}
