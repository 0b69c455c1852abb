import { randomUUID } from 'node:crypto';
import type { ReminderState, StaffPosition } from '#app/schemas/enums.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT } from '#tests/factories/row-defaults.ts';

interface NewRule {
  readonly id?: string;
  readonly academicYearId: string;
  readonly daysBefore: number;
  readonly states: ReminderState[];
  readonly templateId?: string | null;
  readonly positions?: StaffPosition[];
  readonly isAutomatic?: boolean;
}

/** Inserts a reminder of a year, by default the standard notice to every position, sent after approval. */
export async function makeRule(orm: Orm, given: NewRule): Promise<string> {
  const { academicYearId, templateId = null, ...columns } = given;
  const rule = { id: randomUUID(), positions: [], isAutomatic: false, ...columns };
  await orm.em.fork().insert(ReminderRuleEntity, {
    ...rule,
    academicYear: academicYearId,
    template: templateId,
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
  });
  return rule.id;
}
