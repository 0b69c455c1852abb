import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { sendingFaults } from '#app/domain/emails/template-for-sending.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { ReminderRule } from '#app/schemas/reminder-screens.ts';
import { readReminderRules, type StoredRule } from './reminder-queries.server.ts';

/** The reminders of the active year, the earliest first, and that year; none without an active year. For administrators. */
export async function listReminderRules(ctx: Ctx): Promise<{
  readonly year: { readonly id: string; readonly year: number; readonly dueAt: string | null } | null;
  readonly rules: readonly ReminderRule[];
}> {
  authorize(ctx.actor, 'email.manage');
  const year = await findActiveYear(ctx);
  if (year === null) return { year: null, rules: [] };
  const { timeZone } = ctx.settings;
  const rules = await readReminderRules(ctx, { yearId: year.id, timeZone });
  return {
    year: { id: year.id, year: year.year, dueAt: year.dueAt },
    rules: await Promise.all(rules.map(withFaults)),
  };
}

async function withFaults({ template, ...rule }: StoredRule): Promise<ReminderRule> {
  if (template === null) return { ...rule, template };
  const { id, name } = template;
  return { ...rule, template: { id, name, faults: await sendingFaults(template) } };
}
