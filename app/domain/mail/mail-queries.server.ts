import type { EntityManager } from '@mikro-orm/postgresql';
import { schoolCondition } from '#app/domain/emails/email-queries.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { containsText, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryCount, queryFirst } from '#app/domain/sql-queries.server.ts';
import { DELIVERY_MESSAGES } from '#app/messages/delivery-messages.ts';
import type { AudienceByDesignation } from '#app/schemas/email-audience.ts';
import type { EmailState, StaffPosition } from '#app/schemas/enums.ts';
import { type LoggedEmail, LoggedEmailSchema } from '#app/schemas/delivery-screens.ts';
import type { AcademicYear } from '#db/entities/academic-year.ts';
import { type EmailDelivery, EmailDeliveryEntity } from '#db/entities/email-delivery.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import type { ReminderRule } from '#db/entities/reminder-rule.ts';
import type { Orm } from '#db/orm.server.ts';
import { type ClaimedEmail, OPEN_STATES_SQL } from './outbox-queries.server.ts';

export type EmailLogFilter =
  { readonly highSchoolId: string } | { readonly toAddress: string } | { readonly text: string };

/** Returns the newest emails to an address or about a school. The caller has checked the permission. */
export async function selectLoggedEmails(
  ctx: Connection,
  wanted: EmailLogFilter,
  limit: number,
): Promise<LoggedEmail[]> {
  const emails = await query<object>(ctx)`
     select m.id, m.to_address as email, coalesce(m.subject, d.template_name) as subject, m.delivery_id as "deliveryId", m.state, m.response,
            coalesce(m.sent_at, m.created_at) as at,
            exists (select from bounced_address b where b.address = m.to_address) as "hasBounced"
       from outbox_mail m left join email_delivery d on d.id = m.delivery_id
      where ${emailsWhere(wanted)} order by m.created_at desc, m.id desc limit ${limit}`;
  return LoggedEmailSchema.array().parse(emails);
}

export function countLoggedEmails(ctx: Connection, wanted: EmailLogFilter): Promise<number> {
  return queryCount(ctx)`outbox_mail m where ${emailsWhere(wanted)}`;
}

function emailsWhere(wanted: EmailLogFilter): SqlFragment {
  if ('highSchoolId' in wanted) {
    return sql`m.high_school_ids @> array[${wanted.highSchoolId}::uuid]`;
  }
  if ('toAddress' in wanted) return sql`m.to_address = ${wanted.toAddress}`;
  return containsText('m.to_address', wanted.text);
}

export interface EmailAudience {
  readonly target: string;
  /** Empty means all positions. */
  readonly positions?: readonly StaffPosition[];
  /** People who were selected themselves, rather than as a school's staff. */
  readonly userIds?: readonly string[];
}

/** Excludes the recipients who weren't selected, because there can be many. */
export type DeliveryMessage = Pick<EmailDelivery, 'subject' | 'body' | 'richText'> & {
  readonly audience: EmailAudience;
  readonly year: AcademicYear['year'] | null;
  readonly ruleId: ReminderRule['id'] | null;
  readonly yearId: AcademicYear['id'] | null;
};

/** Returns the text and audience of a delivery, from which each email is composed. */
export async function findDeliveryMessage(em: EntityManager, id: string): Promise<DeliveryMessage | null> {
  return queryFirst<DeliveryMessage>({ em })`
     select subject, body, rich_text as "richText", year, audience - '{except,leftOut,highSchoolIds}'::text[] as audience,
            rule_id as "ruleId", (select y.id from academic_year y where y.year = email_delivery.year) as "yearId"
       from email_delivery where id = ${id}`;
}

/**
 * Finishes a delivery without open emails; if it was canceled, first cancels those that still wait. Locks the delivery,
 * so that two concurrent calls can't both see the other's email as open.
 */
export async function closeDelivery(em: EntityManager, deliveryId: string, now: Date): Promise<void> {
  const delivery = await lockRow({ em }, EmailDeliveryEntity, { id: deliveryId }, 'update');
  if (delivery === null || delivery.finishedAt !== null) return;
  if (delivery.status !== 'SENDING' && delivery.status !== 'CANCELLED') return;
  if (delivery.status === 'CANCELLED') {
    const { canceledWhileSending, canceled } = DELIVERY_MESSAGES;
    // Emails left in SENDING by a worker may have been sent, so they aren't sent again.
    await query({ em })`
     update outbox_mail
        set state = 'CANCELLED', claimed_at = null, claimed_by = null,
            response = case state when 'SENDING' then ${canceledWhileSending} else coalesce(response, ${canceled}) end
      where delivery_id = ${deliveryId}
        and (state in ('QUEUED', 'DEFERRED') or (state = 'SENDING' and next_attempt_at <= ${now}))`;
  }
  await query({ em })`
     update email_delivery
        set status = case status when 'SENDING' then 'FINISHED' else status end, finished_at = ${now}, version = version + 1
      where id = ${deliveryId} and not exists (
        select from outbox_mail m where m.delivery_id = email_delivery.id and m.state in ${OPEN_STATES_SQL})`;
}

/** Returns deliveries that a worker didn't close before it stopped. */
export async function listDeliveriesToClose(em: EntityManager): Promise<string[]> {
  const deliveries = await query<Pick<EmailDelivery, 'id'>>({ em })`
     select d.id from email_delivery d
      where d.finished_at is null and (d.status = 'CANCELLED' or (d.status = 'SENDING' and not exists (
        select from outbox_mail m where m.delivery_id = d.id and m.state in ${OPEN_STATES_SQL})))`;
  return deliveries.map(({ id }) => id);
}

/** The schools that still receive an email: those that match a reminder's rule or the delivery's audience. */
export type SchoolCondition =
  { readonly ruleId: string } | { readonly choice: AudienceByDesignation; readonly yearId: string | null };

/** Returns an email's schools that are active, still match, and still have the recipient as staff, by name. */
export async function stillMatchingSchools(
  orm: Orm,
  due: SchoolCondition,
  { highSchoolIds, userId }: Pick<ClaimedEmail, 'highSchoolIds' | 'userId'>,
): Promise<string[]> {
  if (highSchoolIds.length === 0) return [];
  const condition =
    'ruleId' in due
      ? sql`exists (
          select from reminder_rule r
            left join designation d on d.high_school_id = h.id and d.academic_year_id = r.academic_year_id
           where r.id = ${due.ruleId} and coalesce(d.status, 'NOT_STARTED') = any (r.states))`
      : schoolCondition(due.choice, due.yearId);
  const schools = await query<Pick<HighSchool, 'name'>>({ em: orm.em.fork() })`
     select h.name
       from high_school h
      where h.id in (${highSchoolIds}) and h.status = 'ACTIVE'
        and (${userId}::uuid is null or exists (
          select from high_school_staff f where f.high_school_id = h.id and f.user_id = ${userId}::uuid))
        and (${condition})
      order by h.name collate "und-x-icu", h.id`;
  return schools.map(({ name }) => name);
}

export interface StateCount {
  readonly state: EmailState;
  readonly count: number;
}

/**
 * Counts the emails by state, either the finished ones or the others. States without emails have no row. The others have an
 * index of their own; finished ones are read one by one.
 */
export async function countByState(em: EntityManager, areFinished: boolean): Promise<StateCount[]> {
  return query<StateCount>({ em })`
     select state, count(*)::int as count from outbox_mail
      where state ${areFinished ? sql`not in` : sql`in`} ${OPEN_STATES_SQL} group by state`;
}
