import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { STAFF_POSITIONS } from '#app/schemas/enums.ts';
import { HighSchoolEntity } from './high-school.ts';
import { timestamps } from './timestamps.ts';
import { UserAccountEntity } from './user-account.ts';
import { UserInviteEntity } from './user-invite.ts';

/** The school positions offered to an invited person, who accepts them by creating the account. */
export const HighSchoolStaffInviteEntity = defineEntity({
  name: 'HighSchoolStaffInvite',
  tableName: 'high_school_staff_invite',
  properties: {
    id: p.uuid().primary(),
    highSchool: () => p.manyToOne(HighSchoolEntity).deleteRule('cascade').updateRule('no action'),
    userInvite: () =>
      p
        .manyToOne(UserInviteEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('high_school_staff_invite_user_invite_index'),
    /** Null for invites from the command line or from before this column existed. */
    invitedBy: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('set null')
        .updateRule('no action')
        .nullable()
        .index('high_school_staff_invite_invited_by_index'),
    position: p.enum([...STAFF_POSITIONS]).default('STAFF'),
    /** It can't be accepted from this instant on, unless it is resent. */
    expiresAt: p.datetime(3),
    ...timestamps,
  },
  uniques: [
    { name: 'high_school_staff_invite_school_invite_unique', properties: ['highSchool', 'userInvite'] },
  ],
});
export type HighSchoolStaffInvite = InferEntity<typeof HighSchoolStaffInviteEntity>;
