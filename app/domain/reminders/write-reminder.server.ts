import { randomUUID } from 'node:crypto';
import type { AuthorizedCtx } from '#app/domain/auth/reload-actor.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import type { StaffPosition } from '#app/schemas/enums.ts';
import { REMINDED_STAFF } from './due-reminders-sql.ts';

/** The text of a reminder, as it is kept with its delivery. */
export interface ReminderText {
  /** Null for the notice. */
  readonly templateId: string | null;
  readonly name: string;
  readonly subject: string;
  readonly body: string;
  readonly richText: boolean;
}

/** A reminder that is due: of one rule, to schools with the same due date. */
export interface DueReminder {
  readonly ruleId: string;
  readonly year: number;
  /** ISO 8601. */
  readonly dueAt: string;
  readonly highSchoolIds: readonly string[];
  /** None means every position. */
  readonly positions: readonly StaffPosition[];
  readonly isAutomatic: boolean;
}

/** What the outbox's log calls it. */
const KIND = 'designation.dueSoon';

/**
 * Writes a reminder as a delivery, in the caller's transaction: a mail to each of the schools' staff whom mail reaches, and which schools
 * were reminded: those that a mail is about. Nothing where there is nobody to tell. It waits for an administrator where the rule is not
 * automatic. Answers its delivery, how many mails, and about how many schools; null where there are none.
 */
export async function writeReminder(
  tx: AuthorizedCtx,
  due: DueReminder,
  text: ReminderText,
): Promise<{ deliveryId: string; mails: number; schools: number } | null> {
  const id = randomUUID();
  const { ruleId, dueAt, highSchoolIds, positions } = due;
  const audience = { target: 'REMINDER', positions, dueAt, highSchoolIds };
  const now = tx.now();
  const [row] = await tx.em.execute<{ mails: number; schools: number }[]>(WRITE, [
    ...[ruleId, highSchoolIds],
    ...[id, text.templateId, text.name, text.subject, text.body, text.richText, due.year],
    ...[JSON.stringify(audience), `reminder ${ruleId} ${dueAt}`, ruleId],
    ...[due.isAutomatic ? 'SENDING' : 'AWAITING_APPROVAL', now],
    ...[KIND, id, new URL(tx.settings.appUrl).hostname, now, now],
    ...[ruleId, id],
  ]);
  const { mails: recipients, schools } = row ?? { mails: 0, schools: 0 };
  if (recipients === 0) return null;
  tx.mailer.wakeOutbox();
  await recordEvent(tx, {
    kind: 'delivery.created',
    subject: ['DELIVERY', id],
    changes: { template: text.name, recipients, scheduledAt: null },
  });
  return { deliveryId: id, mails: recipients, schools };
}

const BY_NAME = 'order by h.name collate "und-x-icu", h.id';

const WRITE = `
  with people as materialized (
    select gen_random_uuid() as mail_id, person.id as user_id, lower(email) as email, first_name, last_name,
           array_agg(h.id ${BY_NAME}) as school_ids, jsonb_agg(h.name ${BY_NAME}) as schools
      from reminder_rule r
     cross join lateral (select u.id, u.email, u.first_name, u.last_name, f.high_school_id from ${REMINDED_STAFF}) person
      join high_school h on h.id = person.high_school_id
     where r.id = ? and h.id in (?)
     group by person.id, email, first_name, last_name),
  delivery as (
    insert into email_delivery (id, template_id, template_name, subject, body, rich_text, year, audience, fingerprint,
                                rule_id, status, created_at, version)
    select ?::uuid, ?::uuid, ?, ?, ?, ?::boolean, ?::int, ?::jsonb, ?, ?::uuid, ?, ?::timestamptz, 1
     where exists (select from people)),
  written as (
    insert into outbox_mail (id, kind, delivery_id, high_school_ids, user_id, to_address, merge_values, message_id,
                             next_attempt_at, created_at)
    select mail_id, ?, ?::uuid, school_ids, user_id, email,
           jsonb_build_object('firstName', first_name, 'lastName', last_name, 'schools', schools),
           '<' || mail_id || '@' || ? || '>', ?::timestamptz, ?::timestamptz
      from people
    returning 1),
  reminded as (
    insert into sent_reminder (id, rule_id, high_school_id, delivery_id)
    select gen_random_uuid(), ?::uuid, school.id, ?::uuid from (select distinct unnest(school_ids) as id from people) school
    returning 1)
  select (select count(*)::int from written) as mails, (select count(*)::int from reminded) as schools`;
