import { defineEntity, EnumArrayType, type InferEntity, p } from '@mikro-orm/core';
import {
  REMINDER_STATES,
  STAFF_POSITIONS,
  type ReminderState,
  type StaffPosition,
} from '#app/schemas/enums.ts';
import { AcademicYearEntity } from './academic-year.ts';
import { EmailTemplateEntity } from './email-template.ts';
import { timestamps, version } from './timestamps.ts';

/** A reminder rule of a year: days before the due date, positions, and states of schools. */
export const ReminderRuleEntity = defineEntity({
  name: 'ReminderRule',
  tableName: 'reminder_rule',
  properties: {
    id: p.uuid().primary(),
    academicYear: () =>
      p
        .manyToOne(AcademicYearEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('reminder_rule_academic_year_index'),
    /** Null for the automatic email that a designation is due soon. */
    template: () =>
      p.manyToOne(EmailTemplateEntity).deleteRule('no action').updateRule('no action').nullable(),
    daysBefore: p.integer(),
    /** Empty for all positions. */
    positions: p
      .type(new EnumArrayType('ReminderRule.positions', [...STAFF_POSITIONS]))
      .$type<StaffPosition[]>()
      .defaultRaw("'{}'"),
    states: p.type(new EnumArrayType('ReminderRule.states', [...REMINDER_STATES])).$type<ReminderState[]>(),
    /** Whether it is sent without an administrator's approval. */
    isAutomatic: p.boolean().default(false),
    version,
    ...timestamps,
  },
  checks: [{ name: 'reminder_rule_days_before_check', expression: 'days_before >= 0' }],
});
export type ReminderRule = InferEntity<typeof ReminderRuleEntity>;
