import { SchoolSnoozeEntity } from '#db/entities/school-snooze.ts';
import type { Orm } from '#db/orm.server.ts';
import { MADE_AT } from '#tests/factories/row-defaults.ts';

/** Snoozes a school. @param until YYYY-MM-DD */
export async function makeSnooze(orm: Orm, highSchoolId: string, until = '2999-01-19'): Promise<void> {
  await orm.em.fork().insert(SchoolSnoozeEntity, { highSchool: highSchoolId, until, createdAt: MADE_AT });
}
