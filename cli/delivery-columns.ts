import { audienceLine } from '#app/lib/messages/audience-labels.ts';
import { progressOf } from '#app/lib/messages/delivery-progress.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import type { DeliveryAnswer, DeliveryRecipient } from '#app/schemas/email.ts';
import { DELIVERY_STATUS_LABELS, MAIL_STATE_LABELS } from '#app/schemas/enums.ts';
import { type Column, instant } from './terminal/columns.ts';

export const DELIVERY_COLUMNS: readonly Column<DeliveryAnswer>[] = [
  { title: 'Email', cell: ({ template }) => template.name },
  { title: 'To', cell: ({ audience }) => audienceLine(audience) },
  { title: 'Status', cell: ({ status }) => DELIVERY_STATUS_LABELS[status] },
  { title: 'Recipients', isNumber: true, cell: ({ counts }) => progressOf(counts).total },
  { title: 'Sent', isNumber: true, cell: ({ counts }) => counts.sent },
  { title: 'Open', isNumber: true, cell: ({ counts }) => progressOf(counts).open },
  { title: 'Failed', isNumber: true, cell: ({ counts }) => counts.failed },
  { title: 'Bounced', isNumber: true, cell: ({ counts }) => counts.bounced },
  { title: 'Canceled', isNumber: true, cell: ({ counts }) => counts.cancelled },
  { title: 'Created', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Scheduled', cell: ({ scheduledAt }) => instant(scheduledAt) },
  { title: 'Finished', cell: ({ finishedAt }) => instant(finishedAt) },
  { title: 'By', cell: ({ createdBy }) => (createdBy === null ? 'The system' : fullName(createdBy)) },
  { title: 'Id', cell: ({ id }) => id },
];

export const RECIPIENT_COLUMNS: readonly Column<DeliveryRecipient>[] = [
  { title: 'Name', cell: (person) => fullName(person) },
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Schools', cell: ({ schools }) => ({ list: schools }) },
  { title: 'State', cell: ({ state }) => MAIL_STATE_LABELS[state] },
  { title: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
  { title: 'Sent', cell: ({ sentAt }) => instant(sentAt) },
  { title: 'Next attempt', cell: ({ nextAttemptAt }) => instant(nextAttemptAt) },
  { title: 'Server response', cell: ({ response }) => response },
];
