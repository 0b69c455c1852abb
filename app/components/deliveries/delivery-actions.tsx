import { Form } from '@remix-run/react';
import { audienceLine, formatRule } from '#app/messages/audience-labels.ts';
import { emails, formatUnsent } from '#app/messages/delivery-labels.ts';
import { counted } from '#app/lib/text/counted.ts';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { progressOf } from '#app/messages/delivery-progress.ts';
import type { DeliveryContents } from '#app/schemas/delivery-screens.ts';
import type { DeliveryResponse } from '#app/schemas/email.ts';

interface DeliveryActionsProps {
  delivery: DeliveryResponse;
  contents: DeliveryContents;
}

/** The actions available in the delivery's current status. */
export function DeliveryActions({ delivery, contents }: DeliveryActionsProps) {
  const { status, counts } = delivery;
  const isOnItsWay = status === 'SENDING' || status === 'SCHEDULED';
  const isCancellable = isOnItsWay || status === 'PAUSED' || status === 'AWAITING_APPROVAL';
  const isRetriable = counts.failed > 0 && !(status === 'CANCELLED' && counts.sending > 0);
  const { open } = progressOf(counts);
  if (!isCancellable && !isRetriable) return null;
  return (
    <Form method="post">
      <Cluster>
        {isRetriable ? (
          <Button type="submit" name="intent" value="retry" variant="primary">
            {`Resend ${counted(counts.failed, 'failed email')}`}
          </Button>
        ) : null}
        {status === 'AWAITING_APPROVAL' ? (
          <ConfirmSubmitButton
            name="intent"
            value="approve"
            variant="primary"
            question={{
              title: 'Approve this delivery?',
              message: formatApproval(delivery, contents),
              confirmLabel: `Send ${emails(open)}`,
              cancelLabel: 'Not yet',
            }}
          >
            {`Approve and send ${emails(open)}`}
          </ConfirmSubmitButton>
        ) : null}
        {isOnItsWay ? (
          <Button type="submit" name="intent" value="pause">
            Pause delivery
          </Button>
        ) : null}
        {status === 'PAUSED' ? (
          <Button type="submit" name="intent" value="resume" variant="primary">
            Resume delivery
          </Button>
        ) : null}
        {isCancellable ? (
          <ConfirmSubmitButton
            name="intent"
            value="cancel"
            variant="danger"
            question={{
              title: 'Cancel this delivery?',
              message: `Are you sure you want to cancel this delivery? ${formatUnsent(open)}`,
              tone: 'danger',
              confirmLabel: 'Cancel delivery',
              cancelLabel: status === 'SENDING' ? 'Continue sending' : 'Keep delivery',
            }}
          >
            Cancel delivery
          </ConfirmSubmitButton>
        ) : null}
      </Cluster>
    </Form>
  );
}

/** Formats the text of the approval dialog: number of recipients, template, reminder rule and schools. */
function formatApproval(
  { template, counts, audience }: DeliveryResponse,
  { reminder }: DeliveryContents,
): string {
  const { open } = progressOf(counts);
  const lines = [
    `Send “${template.name}” to ${counted(open, 'person', 'people')}?`,
    `Audience: ${audienceLine(audience)}.`,
  ];
  if (reminder !== null && reminder.rule !== null) lines.push(`Reminder: ${formatRule(reminder.rule)}.`);
  if (reminder !== null && reminder.schools.length > 0) lines.push(formatSchools(reminder.schools));
  return lines.join('\n');
}

const SCHOOLS_NAMED = 5;

function formatSchools(schools: readonly string[]): string {
  const named = schools.slice(0, SCHOOLS_NAMED).join(', ');
  const others = schools.length - SCHOOLS_NAMED;
  const rest = others > 0 ? `, and ${counted(others, 'other')}` : '';
  return `${counted(schools.length, 'high school')}: ${named}${rest}.`;
}
