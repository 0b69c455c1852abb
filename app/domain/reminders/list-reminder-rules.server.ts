import { REMINDER_HOUR } from '#app/config/constants.ts';
import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { sendingFaults } from '#app/domain/emails/template-for-sending.server.ts';
import { toIsoOrNull } from '#app/domain/instants.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { ReminderState, StaffPosition } from '#app/schemas/enums.ts';
import type { ReminderRule } from '#app/schemas/reminder-screens.ts';

interface RuleRow {
  id: string;
  days_before: number;
  positions: StaffPosition[];
  states: ReminderState[];
  template_id: string | null;
  template_name: string | null;
  subject: string;
  body: string;
  rich_text: boolean;
  is_automatic: boolean;
  fires_at: string | null;
  is_missed: boolean;
  reminded: number;
  awaiting: number;
  version: number;
}

/** The reminders of the active year, the earliest first, and that year; none without an active year. For administrators. */
export async function listReminderRules(ctx: Ctx): Promise<{
  readonly year: { readonly id: string; readonly year: number; readonly dueAt: string | null } | null;
  readonly rules: readonly ReminderRule[];
}> {
  authorize(ctx.actor, 'email.manage');
  const year = await findActiveYear(ctx);
  if (year === null) return { year: null, rules: [] };
  const { timeZone } = ctx.settings;
  const rows = await ctx.em.execute<RuleRow[]>(
    `select r.*, r.fired = 0 and coalesce(r.fires_at < r.updated_at, false) as is_missed from (
     select r.id, r.created_at, r.updated_at, r.days_before, r.positions, r.states, r.template_id, t.name as template_name, t.subject, t.body, t.rich_text, r.is_automatic, r.version,
            ((y.due_at at time zone ?)::date - r.days_before + make_time(${REMINDER_HOUR}, 0, 0)) at time zone ? as fires_at,
            (select count(*)::int from sent_reminder s where s.rule_id = r.id) as fired,
            (select count(distinct school.id)::int
               from email_delivery d join outbox_mail m on m.delivery_id = d.id and m.state = 'SENT'
              cross join unnest(m.high_school_ids) school(id) where d.rule_id = r.id) as reminded,
            (select count(*)::int from sent_reminder s join email_delivery d on d.id = s.delivery_id
              where s.rule_id = r.id and d.status = 'AWAITING_APPROVAL') as awaiting
       from reminder_rule r join academic_year y on y.id = r.academic_year_id
       left join email_template t on t.id = r.template_id
      where y.id = ?) r
      order by r.days_before desc, r.created_at, r.id`,
    [timeZone, timeZone, year.id],
  );
  return {
    year: { id: year.id, year: year.year, dueAt: year.dueAt },
    rules: await Promise.all(rows.map(ruleOfRow)),
  };
}

async function ruleOfRow(row: RuleRow): Promise<ReminderRule> {
  const { template_id: id, template_name: name } = row;
  return {
    id: row.id,
    daysBefore: row.days_before,
    positions: row.positions,
    states: row.states,
    template: id === null ? null : { id, name: name ?? '', faults: await sendingFaults(contentOf(row)) },
    isAutomatic: row.is_automatic,
    firesAt: toIsoOrNull(row.fires_at),
    isMissed: row.is_missed,
    reminded: row.reminded,
    awaiting: row.awaiting,
    version: row.version,
  };
}

function contentOf({ subject, body, rich_text: richText }: RuleRow) {
  return { subject, body, richText };
}
