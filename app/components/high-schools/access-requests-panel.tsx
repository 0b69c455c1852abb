import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { WarnedAddress } from '#app/components/site/warned-address.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import type { AccessRequestResponse } from '#app/schemas/access-request.ts';

const ADVICE = 'Only accept people you know. Check each address letter by letter.';

interface AccessRequestsPanelProps {
  requests: readonly AccessRequestResponse[];
  bounced: readonly string[];
}

/** Open requests to join a school's staff, with buttons to answer them. */
export function AccessRequestsPanel({ requests, bounced }: AccessRequestsPanelProps) {
  return (
    <AccessRequestTable
      requests={requests}
      bounced={bounced}
      advice=""
      detail={{
        key: 'position',
        header: 'Position',
        cell: ({ position }) => (position === null ? 'Not provided' : STAFF_POSITION_LABELS[position]),
      }}
      actions={(request) => <AnswerForm request={request} />}
    />
  );
}

interface AccessRequestTableProps extends AccessRequestsPanelProps {
  /** Follows the advice to check each address; may be empty. */
  advice: string;
  /** The column that differs between a school's requests and all requests. */
  detail: Column<AccessRequestResponse>;
  actions: (request: AccessRequestResponse) => ReactNode;
}

/** Requests with the verified address of each person. Renders nothing if there are none. */
export function AccessRequestTable({ requests, bounced, advice, detail, actions }: AccessRequestTableProps) {
  if (requests.length === 0) return null;
  return (
    <Panel title="Access requests" flush footer={`${ADVICE} ${advice}`.trimEnd()}>
      <DataTable
        caption="Access requests"
        rows={requests}
        wide
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => name },
          {
            key: 'email',
            header: 'Verified email',
            cell: ({ email }) => <CheckedAddress address={email} hasBounced={bounced.includes(email)} />,
          },
          detail,
          { key: 'createdAt', header: 'Requested', cell: ({ createdAt }) => <AlaskaTime iso={createdAt} /> },
          { key: 'answer', header: 'Actions', headerHidden: true, align: 'end', cell: actions },
        ]}
      />
    </Panel>
  );
}

function AnswerForm({ request }: { request: AccessRequestResponse }) {
  return (
    <Form method="post">
      <div className="cluster cell-controls">
        <AnswerButtons request={request} />
      </div>
    </Form>
  );
}

/** Buttons of a form with the request's ID, which ask for confirmation. */
export function AnswerButtons({ request: { id, name, email } }: { request: AccessRequestResponse }) {
  return (
    <>
      <input type="hidden" name="requestId" value={id} />
      <input type="hidden" name="email" value={email} />
      <ConfirmSubmitButton
        name="intent"
        value="accept-request"
        size="sm"
        question={{
          title: `Add ${name} to the staff?`,
          message: (
            <>
              Only accept people you know. Check this address letter by letter:{' '}
              <CheckedAddress address={email} hasBounced={false} />
            </>
          ),
          confirmLabel: 'Add to staff',
        }}
      >
        Accept<VisuallyHidden> the request from {name}</VisuallyHidden>
      </ConfirmSubmitButton>
      <ConfirmSubmitButton
        name="intent"
        value="decline-request"
        size="sm"
        question={{
          title: 'Decline this request?',
          message: `We won't email ${name} about it. They can't see that you declined.`,
          confirmLabel: 'Decline request',
          tone: 'danger',
        }}
      >
        Decline<VisuallyHidden> the request from {name}</VisuallyHidden>
      </ConfirmSubmitButton>
    </>
  );
}

/** A verified address in red, to be checked before its owner may see students' data. */
function CheckedAddress(props: { address: string; hasBounced: boolean }) {
  return (
    <strong className="text-danger">
      <WarnedAddress {...props} />
    </strong>
  );
}
