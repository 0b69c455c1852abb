import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { CHANNELS } from '#app/schemas/enums.ts';
import { UserAccountEntity } from './user-account.ts';

export const EVENT_SUBJECTS = [
  'DESIGNATION',
  'HIGH_SCHOOL',
  'USER',
  'ACADEMIC_YEAR',
  'EMAIL_TEMPLATE',
  'DELIVERY',
  'INVITE',
  'NOTICE',
  'ADDRESS',
  'SETTINGS',
  'EXPORT_PROFILE',
] as const;
export type EventSubject = (typeof EVENT_SUBJECTS)[number];

/** Who changed which values, when, and through which channel (decisions, section 5). Append-only. */
export const EventEntity = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    id: p.uuid().primary(),
    at: p.datetime(3),
    actor: () =>
      p
        .manyToOne(UserAccountEntity)
        .deleteRule('no action')
        .updateRule('no action')
        .nullable()
        .index('event_actor_index'),
    channel: p.enum([...CHANNELS]),
    /** The access token that was used. Not a reference, because revoked tokens are deleted. */
    tokenId: p.uuid().nullable(),
    tokenName: p.text().nullable(),
    /** The operating system's user and host of a command or job; null for requests. */
    osUser: p.text().nullable(),
    host: p.text().nullable(),
    kind: p.text(),
    subjectType: p.enum([...EVENT_SUBJECTS]),
    subjectId: p.uuid(),
    changes: p.json().$type<Record<string, unknown>>().defaultRaw("'{}'::jsonb"),
  },
  checks: [{ name: 'event_kind_check', expression: "btrim(kind) <> ''" }],
  indexes: [
    { name: 'event_subject_index', properties: ['subjectType', 'subjectId', 'at'] },
    { name: 'event_at_index', properties: ['at', 'id'] },
    {
      name: 'event_submitted_index',
      expression: `create index "event_submitted_index" on "event" ("subject_id", "at") where "kind" = 'designation.submitted'`,
    },
    {
      name: 'event_step_index',
      expression: `create index "event_step_index" on "event" ("subject_id", "at", "id") include ("kind") where "kind" in ('designation.submitted', 'designation.approved', 'designation.returned', 'designation.rejected', 'designation.reopened', 'designation.decisionUndone')`,
    },
    {
      name: 'event_restored_index',
      expression: `create index "event_restored_index" on "event" ("at") where "kind" = 'database.restored'`,
    },
  ],
});
export type Event = InferEntity<typeof EventEntity>;
