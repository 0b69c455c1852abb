import { describe, expect, it } from 'vitest';
import {
  formatProgress,
  formatLastAttempt,
  formatOutcome,
  formatWaiting,
} from '#app/messages/delivery-labels.ts';
import {
  countsDiffer,
  isAllSent,
  isInProgress,
  formatPace,
  progressOf,
  rateOf,
} from '#app/messages/delivery-progress.ts';
import type { DeliveryResponse, DeliveryCounts } from '#app/schemas/email.ts';

const NONE = { queued: 0, sending: 0, sent: 0, deferred: 0, failed: 0, bounced: 0, cancelled: 0 };

describe('the progress of a delivery', () => {
  it('counts sent and waiting emails', () => {
    const counts = { queued: 1, sending: 2, sent: 4, deferred: 8, failed: 16, bounced: 32, cancelled: 64 };
    expect(progressOf(counts)).toEqual({ total: 127, done: 52, open: 11 });
  });

  it('shows the rate from the first sample to the last if anything was sent between them', () => {
    expect(rateOf([])).toBeNull();
    expect(rateOf([{ at: 0, done: 5 }])).toBeNull();
    expect(
      rateOf([
        { at: 0, done: 5 },
        { at: 2_000, done: 5 },
      ]),
    ).toBeNull();
    expect(
      rateOf([
        { at: 1_000, done: 5 },
        { at: 3_000, done: 6 },
        { at: 5_000, done: 45 },
      ]),
    ).toBe(10);
  });

  it.each([
    [100, 50, '100 a second, less than a minute left'],
    [1, 60, '1 a second, about a minute left'],
    [10, 1_500, '10 a second, about 3 minutes left'],
    [0.5, 90, '30 a minute, about 3 minutes left'],
    [0.001, 1, '1 a minute, about 17 minutes left'],
    [1, 9_000, '1 a second, about 3 hours left'],
  ])('formats %d a second with %d to go as: %s', (rate, open, expected) => {
    expect(formatPace(rate, open)).toBe(expected);
  });

  it('ends with the success message if every email was sent, or with the failures', () => {
    expect([isAllSent({ ...NONE, sent: 38 }), formatOutcome({ ...NONE, sent: 38 })]).toEqual([
      true,
      'Successfully sent 38 emails',
    ]);
    const mixed = { ...NONE, sent: 4, failed: 1, bounced: 2, cancelled: 3 };
    expect([isAllSent(mixed), formatOutcome(mixed)]).toEqual([
      false,
      "4 of 10 emails were sent; 1 couldn't be sent, 2 bounced, and 3 were canceled.",
    ]);
    expect(formatOutcome({ ...NONE, sent: 4, bounced: 1 })).toBe('4 of 5 emails were sent; 1 bounced.');
    expect(formatOutcome({ ...NONE, sent: 1 })).toBe('Successfully sent 1 email');
    expect(formatOutcome({ ...NONE, failed: 1 })).toBe("0 of 1 email was sent; 1 couldn't be sent.");
    expect(formatOutcome({ ...NONE, sent: 1, cancelled: 1 })).toBe('1 of 2 emails was sent; 1 was canceled.');
  });

  it('runs while any email can be sent', () => {
    const of = (status: DeliveryResponse['status'], sending = 0) =>
      isInProgress({ status, counts: { ...NONE, sending } });
    expect([of('SENDING'), of('SCHEDULED'), of('PAUSED', 1), of('CANCELLED', 1)]).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect([of('PAUSED'), of('CANCELLED'), of('FINISHED'), of('AWAITING_APPROVAL')]).toEqual(
      Array.from({ length: 4 }, () => false),
    );
    expect([countsDiffer(NONE, { ...NONE }), countsDiffer(NONE, { ...NONE, deferred: 1 })]).toEqual([
      false,
      true,
    ]);
  });

  it('shows its status and the emails waiting for a retry', () => {
    const progressText = (
      status: DeliveryResponse['status'],
      counts: Partial<DeliveryCounts>,
      rate: number | null,
    ) => formatProgress({ status, counts: { ...NONE, ...counts } }, rate);
    expect(progressText('SENDING', { queued: 60 }, 1)).toBe('Sending: 1 a second, about a minute left');
    expect(progressText('SENDING', { queued: 60 }, null)).toBe('Sending');
    expect(progressText('SENDING', { deferred: 2, sent: 1 }, 1)).toBe(
      'Nothing will be sent until the next attempt.',
    );
    expect(progressText('PAUSED', { queued: 1, sending: 1 }, null)).toBe(
      'Paused. Nothing more will be sent until you resume it. 1 email was already being sent and may still arrive.',
    );
    expect(progressText('CANCELLED', { sending: 2 }, null)).toBe(
      'Canceled. Nothing more will be sent. 2 emails were already being sent and may still arrive.',
    );
    expect([1, 2].map((deferred) => formatWaiting({ ...NONE, deferred }))).toEqual([
      '1 email is waiting to be retried',
      '2 emails are waiting to be retried',
    ]);
  });

  it('quotes only what the mail server said', () => {
    expect(formatLastAttempt('451 4.7.1 Come later')).toBe('The mail server said: 451 4.7.1 Come later');
    expect(formatLastAttempt('421-Busy')).toBe('The mail server said: 421-Busy');
    expect(formatLastAttempt("The email couldn't be created.")).toBe(
      "The last attempt failed: The email couldn't be created.",
    );
  });
});
