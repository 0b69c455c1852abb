import { Badge, type Tone } from '#app/components/ui/badge.tsx';
import {
  DELIVERY_STATUS_LABELS,
  EMAIL_STATE_LABELS,
  type EmailState,
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

const EMAIL_TONES: Readonly<Record<EmailState, Tone>> = {
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

export function EmailStateBadge({ state }: { state: EmailState }) {
  return <Badge tone={EMAIL_TONES[state]}>{EMAIL_STATE_LABELS[state]}</Badge>;
}
