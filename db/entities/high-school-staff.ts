import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { STAFF_POSITIONS } from '#app/schemas/enums.ts';
import { HighSchoolEntity } from './high-school.ts';
import { timestamps } from './timestamps.ts';
import { UserAccountEntity } from './user-account.ts';

/** Positions at schools, one row per user and school. */
export const HighSchoolStaffEntity = defineEntity({
  name: 'HighSchoolStaff',
  tableName: 'high_school_staff',
  properties: {
    id: p.uuid().primary(),
    highSchool: () => p.manyToOne(HighSchoolEntity).deleteRule('cascade').updateRule('no action'),
    user: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('high_school_staff_user_index'),
    position: p.enum([...STAFF_POSITIONS]).default('STAFF'),
    ...timestamps,
  },
  uniques: [{ name: 'high_school_staff_school_user_unique', properties: ['highSchool', 'user'] }],
});
export type HighSchoolStaff = InferEntity<typeof HighSchoolStaffEntity>;
