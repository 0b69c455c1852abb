import type { Ctx } from '#app/domain/ctx.server.ts';
import { listNamed, type NamedById, type RecordedEvent } from '#app/domain/events/event-queries.server.ts';
import { can } from '#app/policy/authorize.ts';
import type { NamedInEvent } from '#app/schemas/timeline.ts';

/** The fields of events that hold the id of a person, a school or a year. */
export const NAMING_FIELDS = ['userId', 'highSchoolId', 'closedId'] as const;

/** What ids are called, and the pages about them that the reader may open. */
export type EventNames = ReadonlyMap<string, Omit<NamedInEvent, 'field'>>;

/**
 * The names of whom and what the events tell, in one query; none where they name nobody. What is gone from the database has
 * no name any more. The caller has asked permission for the events.
 */
export async function namesInEvents(ctx: Ctx, events: readonly RecordedEvent[]): Promise<EventNames> {
  const ids = [
    ...new Set(events.flatMap(({ changes }) => NAMING_FIELDS.map((field) => changes[field]).filter(isText))),
  ];
  const named = await listNamed(ctx, ids);
  return new Map(named.map((one) => [one.id, { name: one.name, path: pagePath(ctx, one) }]));
}

function pagePath({ actor }: Ctx, { kind, id, highSchoolIds }: NamedById): string | null {
  if (kind === 'user') {
    return can(actor, 'user.read', { userId: id, highSchoolIds }) ? `/users/${id}` : null;
  }
  return kind === 'highSchool' && can(actor, 'highSchool.read', { highSchoolId: id })
    ? `/highschools/${id}`
    : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
