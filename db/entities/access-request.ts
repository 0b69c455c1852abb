import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { ACCESS_REQUEST_OUTCOMES, STAFF_POSITIONS } from '#app/schemas/enums.ts';
import { HighSchoolEntity } from './high-school.ts';
import { UserAccountEntity } from './user-account.ts';

/** A user's request to join the staff of the school whose name they typed. */
export const AccessRequestEntity = defineEntity({
  name: 'AccessRequest',
  tableName: 'access_request',
  properties: {
    id: p.uuid().primary(),
    user: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('cascade')
        .updateRule('no action')
        .index('access_request_user_index'),
    /** Null unless exactly one active school had this name. An administrator may choose one later. */
    highSchool: () =>
      p
        .manyToOne(HighSchoolEntity)
        .deleteRule('set null')
        .updateRule('no action')
        .nullable()
        .index('access_request_high_school_index'),
    schoolName: p.text(),
    position: p.enum([...STAFF_POSITIONS]).nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** Null while the request is open, like the outcome. */
    decidedAt: p.datetime(3).nullable(),
    decidedBy: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('set null')
        .updateRule('no action')
        .nullable()
        .index('access_request_decided_by_index'),
    outcome: p.enum([...ACCESS_REQUEST_OUTCOMES]).nullable(),
  },
  checks: [
    { name: 'access_request_school_name_check', expression: "btrim(school_name) <> ''" },
    { name: 'access_request_decided_check', expression: '(outcome is null) = (decided_at is null)' },
  ],
});
export type AccessRequest = InferEntity<typeof AccessRequestEntity>;
