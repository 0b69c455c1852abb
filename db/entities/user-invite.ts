import { defineEntity, EnumArrayType, type InferEntity, p } from '@mikro-orm/core';
import { USER_FLAGS, type UserFlag } from '#app/schemas/enums.ts';
import { timestamps } from './timestamps.ts';

/** An open invitation to create an account. Removed when the account is created. */
export const UserInviteEntity = defineEntity({
  name: 'UserInvite',
  tableName: 'user_invite',
  properties: {
    id: p.uuid().primary(),
    email: p.text().unique('user_invite_email_unique'),
    flags: p
      .type(new EnumArrayType('UserInvite.flags', [...USER_FLAGS]))
      .$type<UserFlag[]>()
      .defaultRaw("'{}'"),
    /** Its flags aren't granted from this instant on, unless it is resent. */
    expiresAt: p.datetime(3),
    ...timestamps,
  },
  checks: [
    { name: 'user_invite_email_lower_check', expression: 'email = lower(email)' },
    { name: 'user_invite_flags_check', expression: "flags <@ array['ADMIN'::text, 'DELETED'::text]" },
  ],
});
export type UserInvite = InferEntity<typeof UserInviteEntity>;
