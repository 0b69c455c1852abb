import { Link } from '@remix-run/react';
import { useEffect, useId, useRef } from 'react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import {
  formatProgress,
  formatLastAttempt,
  formatOutcome,
  formatShare,
  formatWaiting,
} from '#app/messages/delivery-labels.ts';
import { formatNumber } from '#app/lib/text/counted.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { DescriptionList } from '#app/components/ui/description-list.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { isAllSent, progressOf } from '#app/messages/delivery-progress.ts';
import type { DeliveryState } from '#app/schemas/delivery-screens.ts';
import { REMINDER_TARGET } from '#app/schemas/audience-targets.ts';
import type { DeliveryCounts } from '#app/schemas/email.ts';
import { EMAIL_STATE_LABELS, type EmailState } from '#app/schemas/enums.ts';

const ALWAYS_SHOWN: readonly EmailState[] = ['QUEUED', 'SENT', 'FAILED'];

interface DeliveryProgressProps {
  delivery: DeliveryState;
  /** Emails per second; null if not known yet. */
  rate: number | null;
}

/** Progress of a delivery: outcome, bar, counts, rate, time left and the next attempt. */
export function DeliveryProgress({ delivery, rate }: DeliveryProgressProps) {
  const { status, counts, scheduledAt } = delivery;
  const label = useId();
  const { total, done } = progressOf(counts);
  return (
    <Stack>
      <Outcome delivery={delivery} />
      <div className="delivery-progress">
        <p id={label}>{formatShare(done, total)} processed</p>
        <progress aria-labelledby={label} max={Math.max(total, 1)} value={done} />
        <p className="text-body-secondary">
          {status === 'SCHEDULED' && scheduledAt !== null ? (
            <>
              Sending starts <AlaskaTime iso={scheduledAt} />
            </>
          ) : (
            formatProgress(delivery, rate)
          )}
        </p>
      </div>
      <NextTry delivery={delivery} />
      <DescriptionList
        items={COUNTED.filter(([state, name]) => ALWAYS_SHOWN.includes(state) || counts[name] > 0).map(
          ([state, name]) => ({ term: EMAIL_STATE_LABELS[state], detail: formatNumber(counts[name]) }),
        )}
      />
    </Stack>
  );
}

const COUNTED: readonly (readonly [EmailState, keyof DeliveryCounts])[] = [
  ['QUEUED', 'queued'],
  ['SENDING', 'sending'],
  ['SENT', 'sent'],
  ['DEFERRED', 'deferred'],
  ['FAILED', 'failed'],
  ['BOUNCED', 'bounced'],
  ['CANCELLED', 'cancelled'],
];

/** Outcome of a delivery. Receives the focus when the focused button disappears as the delivery finishes. */
function Outcome({ delivery }: Pick<DeliveryProgressProps, 'delivery'>) {
  const { status, counts } = delivery;
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(status);
  useEffect(() => {
    const hasFinished = before.current !== status && status === 'FINISHED';
    before.current = status;
    if (hasFinished && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  }, [status]);
  const again = counts.cancelled === 0 ? null : sendAgainHref(delivery);
  return (
    <div ref={ref} tabIndex={-1}>
      {hasEnded(delivery) ? (
        <Banner tone={isAllSent(counts) ? 'success' : 'warning'}>
          <p>{formatOutcome(counts)}</p>
          {again === null ? null : (
            <p>
              To reach the people who didn&apos;t get it,{' '}
              <Link to={again}>send the email to the same audience</Link> and deselect the people who did.
            </p>
          )}
        </Banner>
      ) : null}
    </div>
  );
}

/** Returns whether no more emails of this delivery will be sent. */
function hasEnded({ status, finishedAt }: DeliveryState): boolean {
  return status === 'FINISHED' || (status === 'CANCELLED' && finishedAt !== null);
}

/** Returns a link to send the email to the same audience; null for automatic emails, reminders, and deleted templates. */
function sendAgainHref({ template, audience }: DeliveryState): string | null {
  const { target, positions, states, ...choice } = audience;
  if (template.id === null || target === REMINDER_TARGET) return null;
  const search = new URLSearchParams({ target });
  for (const position of positions) search.append('positions', position);
  for (const state of states ?? []) search.append('states', state);
  for (const [field, value] of Object.entries(choice)) if (value !== null) search.set(field, String(value));
  return `/emails/${template.id}/send?${search.toString()}`;
}

/** When deferred emails are attempted again, and why they were deferred. */
function NextTry({ delivery: { status, counts, nextTry } }: Pick<DeliveryProgressProps, 'delivery'>) {
  if (nextTry === null || counts.deferred === 0) return null;
  return (
    <Banner tone="warning" live={false}>
      <p>
        {formatWaiting(counts)}.{' '}
        {status === 'SENDING' ? (
          <>
            Next attempt: <AlaskaTime iso={nextTry.at} />.
          </>
        ) : (
          "We'll try again when the delivery resumes."
        )}
        {nextTry.response === null ? '' : ` ${formatLastAttempt(nextTry.response)}`}
      </p>
    </Banner>
  );
}
