import { z } from 'zod';
import { REMINDER_HOUR, REMINDER_LATE_HOURS } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { sql } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryOne } from '#app/domain/sql-queries.server.ts';
import { EmailTemplateResponseSchema } from '#app/schemas/email.ts';
import { ResponseInstant } from '#app/schemas/fields.ts';
import { ReminderRuleSchema } from '#app/schemas/reminder-screens.ts';
import type { EmailTemplate } from '#db/entities/email-template.ts';

/**
 * A school's due date in year `y`, including its extension `x`; after a return, the corrections date. Null if there is
 * none (decisions, section 5). `h` is the school, `d` its designation, if it has one.
 */
const OWN_DUE_AT = sql`
  case when d.status = 'RETURNED' then case when y.corrections_due_at is not null
                                            then greatest(y.corrections_due_at, x.due_at) end
       else case when y.due_at is not null then greatest(y.due_at, x.due_at) end end`;

/** Staff `f` that a reminder of rule `r` reaches, with their accounts `u`. For a `from` clause. */
const REMINDED_STAFF = sql`
  high_school_staff f
  join user_account u on u.id = f.user_id and not u.flags @> '{DELETED}'
   and not exists (select from bounced_address b where b.address = lower(u.email))
   and (r.positions = '{}' or f.position = any (r.positions))`;

/** A rule that is due for schools with the same due date. */
const DueRuleSchema = ReminderRuleSchema.pick({
  daysBefore: true,
  positions: true,
  isAutomatic: true,
}).extend({
  ruleId: z.string(),
  /** Null for the notice. */
  templateId: z.string().nullable(),
  year: z.number(),
  dueAt: ResponseInstant,
  highSchoolIds: z.array(z.string()),
});
export type DueRule = z.output<typeof DueRuleSchema>;

/**
 * Returns the due reminders of the active year, by rule and due date. A reminder is due at `REMINDER_HOUR`, up to
 * `REMINDER_LATE_HOURS` late, once per rule and school, but not if the rule was changed since or the date passed.
 *
 * @param given.timeZone IANA name
 * @param given.isNoticeOn whether rules without their own email are sent
 */
export async function readDueRules(
  ctx: Connection,
  given: { readonly now: Date; readonly timeZone: string; readonly isNoticeOn: boolean },
): Promise<DueRule[]> {
  const { now, timeZone, isNoticeOn } = given;
  const rows = await query<object>(ctx)`
     select r.id as "ruleId", r.template_id as "templateId", r.days_before as "daysBefore", r.positions,
            r.is_automatic as "isAutomatic", y.year, own.due_at as "dueAt", array_agg(h.id) as "highSchoolIds"
       from reminder_rule r
       join academic_year y on y.id = r.academic_year_id and y.status = 'ACTIVE'
       join high_school h on h.status = 'ACTIVE'
       left join designation d on d.high_school_id = h.id and d.academic_year_id = y.id
       left join deadline_extension x on x.high_school_id = h.id and x.academic_year_id = y.id
      cross join lateral (select ${OWN_DUE_AT} as due_at) own
      cross join lateral (
        select ((own.due_at at time zone ${timeZone})::date - r.days_before + make_time(${REMINDER_HOUR}, 0, 0)) at time zone ${timeZone} as begins_at) day
      where coalesce(d.status, 'NOT_STARTED') = any (r.states)
        and (r.template_id is not null or ${isNoticeOn})
        and own.due_at > ${now} and day.begins_at <= ${now}
        and day.begins_at > ${now}::timestamptz - make_interval(hours => ${REMINDER_LATE_HOURS})
        and r.updated_at <= day.begins_at
        and not exists (select from sent_reminder s where s.rule_id = r.id and s.high_school_id = h.id)
        and exists (select from ${REMINDED_STAFF} where f.high_school_id = h.id)
      group by r.id, y.year, own.due_at
      order by own.due_at, r.id`;
  return DueRuleSchema.array().parse(rows);
}

export interface ReminderText extends Readonly<
  Pick<EmailTemplate, 'name' | 'subject' | 'body' | 'richText'>
> {
  readonly templateId: string | null;
}

const KIND = 'designation.dueSoon';
const BY_NAME = sql`order by h.name collate "und-x-icu", h.id`;

/** Creates a delivery and its emails, skipping bounced addresses. Does nothing if there is no one to email. */
export function insertReminder(
  tx: Pick<Ctx, 'em' | 'now' | 'settings'>,
  due: DueRule,
  { deliveryId, text }: { readonly deliveryId: string; readonly text: ReminderText },
): Promise<{ emails: number; schools: number }> {
  const { ruleId, dueAt, highSchoolIds, positions } = due;
  const audience = { target: 'REMINDER', positions, dueAt, highSchoolIds };
  const now = tx.now();
  const host = new URL(tx.settings.appUrl).hostname;
  return queryOne<{ emails: number; schools: number }>(tx)`
     with people as materialized (
       select gen_random_uuid() as mail_id, person.id as user_id, lower(email) as email, first_name, last_name,
              array_agg(h.id ${BY_NAME}) as school_ids, jsonb_agg(h.name ${BY_NAME}) as schools
         from reminder_rule r
        cross join lateral (select u.id, u.email, u.first_name, u.last_name, f.high_school_id from ${REMINDED_STAFF}) person
         join high_school h on h.id = person.high_school_id
        where r.id = ${ruleId} and h.id in (${highSchoolIds})
        group by person.id, email, first_name, last_name),
     delivery as (
       insert into email_delivery (id, template_id, template_name, subject, body, rich_text, year, audience, fingerprint,
                                   rule_id, status, created_at, version)
       select ${deliveryId}::uuid, ${text.templateId}::uuid, ${text.name}, ${text.subject}, ${text.body},
              ${text.richText}::boolean, ${due.year}::int, ${JSON.stringify(audience)}::jsonb,
              ${`reminder ${ruleId} ${dueAt}`}, ${ruleId}::uuid,
              ${due.isAutomatic ? 'SENDING' : 'AWAITING_APPROVAL'}, ${now}::timestamptz, 1
        where exists (select from people)),
     written as (
       insert into outbox_mail (id, kind, delivery_id, high_school_ids, user_id, to_address, merge_values, message_id,
                                next_attempt_at, created_at)
       select mail_id, ${KIND}, ${deliveryId}::uuid, school_ids, user_id, email,
              jsonb_build_object('firstName', first_name, 'lastName', last_name, 'schools', schools),
              '<' || mail_id || '@' || ${host} || '>', ${now}::timestamptz, ${now}::timestamptz
         from people
       returning 1),
     reminded as (
       insert into sent_reminder (id, rule_id, high_school_id, delivery_id)
       select gen_random_uuid(), ${ruleId}::uuid, school.id, ${deliveryId}::uuid
         from (select distinct unnest(school_ids) as id from people) school
       returning 1)
     select (select count(*)::int from written) as emails, (select count(*)::int from reminded) as schools`;
}

/** A rule with its email, which may not be sendable. */
const StoredRuleSchema = ReminderRuleSchema.extend({
  template: EmailTemplateResponseSchema.pick({
    id: true,
    name: true,
    subject: true,
    body: true,
    richText: true,
  }).nullable(),
});
export type StoredRule = z.output<typeof StoredRuleSchema>;

/** Returns the rules of a year, earliest first, with their results. */
export async function readReminderRules(
  ctx: Connection,
  { yearId, timeZone }: { readonly yearId: string; readonly timeZone: string },
): Promise<StoredRule[]> {
  const rows = await query<object>(ctx)`
     select r.id, r.days_before as "daysBefore", r.positions, r.states, r.is_automatic as "isAutomatic", r.version,
            case when t.id is not null then jsonb_build_object(
              'id', t.id, 'name', t.name, 'subject', t.subject, 'body', t.body, 'richText', t.rich_text) end as template,
            at.fires_at as "firesAt",
            coalesce(at.fires_at < r.updated_at, false)
              and not exists (select from sent_reminder s where s.rule_id = r.id) as "isMissed",
            (select count(distinct school.id)::int
               from email_delivery d join outbox_mail m on m.delivery_id = d.id and m.state = 'SENT'
              cross join unnest(m.high_school_ids) school(id) where d.rule_id = r.id) as reminded,
            (select count(*)::int from sent_reminder s join email_delivery d on d.id = s.delivery_id
              where s.rule_id = r.id and d.status = 'AWAITING_APPROVAL') as awaiting
       from reminder_rule r join academic_year y on y.id = r.academic_year_id
       left join email_template t on t.id = r.template_id
      cross join lateral (
        select ((y.due_at at time zone ${timeZone})::date - r.days_before + make_time(${REMINDER_HOUR}, 0, 0)) at time zone ${timeZone} as fires_at) at
      where y.id = ${yearId}
      order by r.days_before desc, r.created_at, r.id`;
  return StoredRuleSchema.array().parse(rows);
}
