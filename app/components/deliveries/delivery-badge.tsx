import { Badge, type Tone } from '#app/components/ui/badge.tsx';
import {
  DELIVERY_STATUS_LABELS,
  MAIL_STATE_LABELS,
  type MailState,
  type RecordedDeliveryStatus,
} from '#app/schemas/enums.ts';

const DELIVERY_TONES: Readonly<Record<RecordedDeliveryStatus, Tone>> = {
  SCHEDULED: 'info',
  AWAITING_APPROVAL: 'warning',
  SENDING: 'primary',
  PAUSED: 'secondary',
  FINISHED: 'success',
  CANCELLED: 'neutral',
};

const MAIL_TONES: Readonly<Record<MailState, Tone>> = {
  QUEUED: 'neutral',
  SENDING: 'primary',
  SENT: 'success',
  DEFERRED: 'warning',
  FAILED: 'danger',
  BOUNCED: 'danger',
  CANCELLED: 'neutral',
};

export function DeliveryBadge({ status }: { status: RecordedDeliveryStatus }) {
  return <Badge tone={DELIVERY_TONES[status]}>{DELIVERY_STATUS_LABELS[status]}</Badge>;
}

export function MailStateBadge({ state }: { state: MailState }) {
  return <Badge tone={MAIL_TONES[state]}>{MAIL_STATE_LABELS[state]}</Badge>;
}
