import { toIso, toIsoOrNull } from '#app/domain/instants.ts';
import type {
  DeliveryAnswer,
  DeliveryAudience,
  DeliveryCounts,
  DeliveryRecipient,
  RecipientValues,
} from '#app/schemas/email.ts';
import type { MailState, ToldDeliveryStatus } from '#app/schemas/enums.ts';

export interface DeliveryRow {
  id: string;
  template_id: string | null;
  template_name: string;
  subject: string;
  year: number | null;
  audience: Pick<DeliveryAudience, 'target'> & Partial<DeliveryAudience>;
  status: ToldDeliveryStatus;
  scheduled_at: string | null;
  created_at: string;
  finished_at: string | null;
  created_by_id: string | null;
  first_name: string | null;
  last_name: string | null;
  version: number;
  counts: Partial<Record<MailState, number>>;
}

/** Who was not ticked can be many, and is asked for one delivery only. */
const CHOICE = `d.audience - '{except,leftOut,highSchoolIds}'::text[]`;

/** The deliveries (`d`) with their counts; the one parameter is the present moment, by which some are still scheduled. */
export const DELIVERY_SELECT = `
  select d.id, d.template_id, d.template_name, d.subject, d.year, ${CHOICE} as audience, d.scheduled_at, d.created_at, d.finished_at, d.version,
         case when d.status = 'SENDING' and d.scheduled_at > ? then 'SCHEDULED' else d.status end as status,
         d.created_by_id, u.first_name, u.last_name,
         (select coalesce(json_object_agg(by_state.state, by_state.mails), '{}')
            from (select m.state, count(*)::int as mails from outbox_mail m where m.delivery_id = d.id group by m.state)
                 by_state) as counts
    from email_delivery d
    left join user_account u on u.id = d.created_by_id`;

export function deliveryOfRow(row: DeliveryRow): DeliveryAnswer {
  return {
    id: row.id,
    template: { id: row.template_id, name: row.template_name },
    subject: row.subject,
    audience: audienceOfRow(row),
    status: row.status,
    scheduledAt: toIsoOrNull(row.scheduled_at),
    createdAt: toIso(row.created_at),
    finishedAt: toIsoOrNull(row.finished_at),
    createdBy:
      row.created_by_id === null
        ? null
        : { id: row.created_by_id, firstName: row.first_name ?? '', lastName: row.last_name ?? '' },
    counts: countsOf(row.counts),
    version: row.version,
  };
}

function audienceOfRow({ audience, year }: Pick<DeliveryRow, 'audience' | 'year'>): DeliveryAudience {
  const { target, positions = [], criteria = null, status = null, states = null } = audience;
  return { target, positions, year, criteria, status, states };
}

function countsOf(counts: DeliveryRow['counts']): DeliveryCounts {
  return {
    queued: counts.QUEUED ?? 0,
    sending: counts.SENDING ?? 0,
    sent: counts.SENT ?? 0,
    deferred: counts.DEFERRED ?? 0,
    failed: counts.FAILED ?? 0,
    bounced: counts.BOUNCED ?? 0,
    cancelled: counts.CANCELLED ?? 0,
  };
}

export interface RecipientRow {
  to_address: string;
  merge_values: RecipientValues | null;
  state: MailState;
  attempts: number;
  next_attempt_at: string;
  response: string | null;
  sent_at: string | null;
}

/** `nextAttemptAt` is null where none will follow. */
export function recipientOfRow(row: RecipientRow): DeliveryRecipient {
  const isWaiting = row.state === 'QUEUED' || row.state === 'DEFERRED';
  return {
    email: row.to_address,
    firstName: row.merge_values?.firstName ?? '',
    lastName: row.merge_values?.lastName ?? '',
    schools: [...(row.merge_values?.schools ?? [])],
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: isWaiting ? toIso(row.next_attempt_at) : null,
    response: row.response,
    sentAt: toIsoOrNull(row.sent_at),
  };
}
