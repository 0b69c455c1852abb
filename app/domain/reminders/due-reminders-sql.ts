import { REMINDER_HOUR, REMINDER_LATE_HOURS } from '#app/config/constants.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';

/**
 * Until when a school `h` with the designation `d`, if it has one, must submit in the year `y`: its own extension `x` included, and
 * after a return the date of corrections. Null where no date binds it (decisions, section 5).
 */
const OWN_DUE_AT = `
  case when d.status = 'RETURNED' then case when y.corrections_due_at is not null
                                            then greatest(y.corrections_due_at, x.due_at) end
       else case when y.due_at is not null then greatest(y.due_at, x.due_at) end end`;

/** The staff `f` whom a reminder of the rule `r` reaches, with their accounts `u`; for what follows a `from`. */
export const REMINDED_STAFF = `
  high_school_staff f
  join user_account u on u.id = f.user_id and not u.flags @> '{DELETED}'
   and not exists (select from bounced_address b where b.address = lower(u.email))
   and (r.positions = '{}' or f.position = any (r.positions))`;

/**
 * The reminders that are due now: for each rule of the active year and each date, the schools that stand as the rule says, have not been
 * reminded by it, have somebody whom it reaches, and whose own due date is so many days away. A reminder is due from `REMINDER_HOUR` of its day, for some hours, so
 * that workers that were away catch up; never before it was last changed, and never after the due date.
 *
 * @param given.isNoticeOn whether rules without an email of their own are sent
 */
export function dueRemindersSql(given: {
  readonly now: Date;
  readonly timeZone: string;
  readonly isNoticeOn: boolean;
}): SqlFragment {
  const { now, timeZone, isNoticeOn } = given;
  return {
    sql: `
      select r.id as rule_id, r.template_id, r.days_before, r.positions, r.is_automatic, y.year, own.due_at,
             array_agg(h.id) as school_ids
        from reminder_rule r
        join academic_year y on y.id = r.academic_year_id and y.status = 'ACTIVE'
        join high_school h on h.status = 'ACTIVE'
        left join designation d on d.high_school_id = h.id and d.academic_year_id = y.id
        left join deadline_extension x on x.high_school_id = h.id and x.academic_year_id = y.id
       cross join lateral (select ${OWN_DUE_AT} as due_at) own
       cross join lateral (
         select ((own.due_at at time zone ?)::date - r.days_before + make_time(${REMINDER_HOUR}, 0, 0)) at time zone ? as begins_at) day
       where coalesce(d.status, 'NOT_STARTED') = any (r.states)
         and (r.template_id is not null or ?)
         and own.due_at > ? and day.begins_at <= ?
         and day.begins_at > ?::timestamptz - interval '${REMINDER_LATE_HOURS} hours'
         and r.updated_at <= day.begins_at
         and not exists (select from sent_reminder s where s.rule_id = r.id and s.high_school_id = h.id)
         and exists (select from ${REMINDED_STAFF} where f.high_school_id = h.id)
       group by r.id, y.year, own.due_at
       order by own.due_at, r.id`,
    params: [timeZone, timeZone, isNoticeOn, now, now, now],
  };
}
