import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { HighSchoolEntity } from './high-school.ts';

/** Until when the office has put an outstanding school at the end of its list. A submission ends it. */
export const SchoolSnoozeEntity = defineEntity({
  name: 'SchoolSnooze',
  tableName: 'school_snooze',
  properties: {
    highSchool: () => p.oneToOne(HighSchoolEntity).primary().deleteRule('cascade').updateRule('no action'),
    /** The day when the snooze ends, YYYY-MM-DD in the installation's time zone. */
    until: p.date(),
    createdAt: p.datetime(3),
  },
});
export type SchoolSnooze = InferEntity<typeof SchoolSnoozeEntity>;
