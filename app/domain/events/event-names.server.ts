import type { Ctx } from '#app/domain/ctx.server.ts';
import type { RecordedEvent } from '#app/domain/events/list-events.server.ts';
import { isAnyOf } from '#app/domain/sql-fragment.ts';
import { can } from '#app/policy/authorize.ts';
import type { NamedInEvent } from '#app/schemas/timeline.ts';

/** The fields of events that hold the id of a person, a school or a year. */
export const NAMING_FIELDS = ['userId', 'highSchoolId', 'closedId'] as const;

/** What ids are called, and the pages about them that the reader may open. */
export type EventNames = ReadonlyMap<string, Omit<NamedInEvent, 'field'>>;

interface NameRow {
  readonly kind: 'user' | 'highSchool' | 'academicYear';
  readonly id: string;
  readonly name: string;
  /** Where a user is staff. */
  readonly high_school_ids: readonly string[];
}

/**
 * The names of whom and what the events tell, in one query; none where they name nobody. What is gone from the database has
 * no name any more. The caller has asked permission for the events.
 */
export async function namesInEvents(ctx: Ctx, events: readonly RecordedEvent[]): Promise<EventNames> {
  const ids = [
    ...new Set(events.flatMap(({ changes }) => NAMING_FIELDS.map((field) => changes[field]).filter(isText))),
  ];
  if (ids.length === 0) return new Map();
  const [users, schools, years] = ['u.id', 'hs.id', 'y.id'].map((column) => isAnyOf(column, ids));
  const rows = await ctx.em.execute<NameRow[]>(
    `select 'user' as kind, u.id, u.first_name || ' ' || u.last_name as name,
            array(select s.high_school_id::text from high_school_staff s where s.user_id = u.id) as high_school_ids
       from user_account u where ${users?.sql}
      union all
     select 'highSchool', hs.id, hs.name, array[]::text[] from high_school hs where ${schools?.sql}
      union all
     select 'academicYear', y.id, y.year::text, array[]::text[] from academic_year y where ${years?.sql}`,
    [users, schools, years].flatMap((condition) => condition?.params ?? []),
  );
  return new Map(rows.map((row) => [row.id, { name: row.name, path: pagePath(ctx, row) }]));
}

function pagePath({ actor }: Ctx, { kind, id, high_school_ids }: NameRow): string | null {
  if (kind === 'user') {
    return can(actor, 'user.read', { userId: id, highSchoolIds: high_school_ids }) ? `/users/${id}` : null;
  }
  return kind === 'highSchool' && can(actor, 'highSchool.read', { highSchoolId: id })
    ? `/highschools/${id}`
    : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
