import type { Ctx } from '#app/domain/ctx.server.ts';
import { findLastPurge } from '#app/domain/retention/purged-notes.server.ts';
import { type Actor, actorId } from '#app/policy/actor.ts';
import { authorizeToSee, can } from '#app/policy/authorize.ts';
import { HIGH_SCHOOL_REMARKS } from '#app/schemas/high-school-fields.ts';
import type { Timeline } from '#app/schemas/timeline.ts';
import type { EventSubject } from '#db/entities/event.ts';
import { listEvents, findNames, type NamedRecord, type RecordedEvent } from './event-queries.server.ts';
import { type EventNames, groupedEvents, NAMING_FIELDS, timelineEntry } from './grouped-events.ts';

const EVENTS_A_PAGE = 200;

export type TimelineSubject =
  | { readonly type: 'DESIGNATION'; readonly id: string; readonly highSchoolId: string }
  | { readonly type: Exclude<EventSubject, 'DESIGNATION'>; readonly id: string };

/**
 * Returns a page of a subject's events before `before`, newest first (decisions, section 5). A page never splits a
 * group of saves, unless it contains nothing else.
 *
 * @throws {NotFound} for anyone but administrators, the staff of its school, and the person it is about
 */
export async function readTimeline(
  ctx: Ctx,
  subject: TimelineSubject,
  before: string | null,
): Promise<Timeline> {
  authorizeTimeline(ctx, subject);
  const limit = EVENTS_A_PAGE + 1;
  const events = await listEvents(ctx, subject.type, subject.id, { before, limit });
  const groups = groupedEvents(events);
  const hasOlder = events.length === limit;
  if (hasOlder && groups.length > 1) groups.pop();
  else if (hasOlder) groups[0]?.pop();
  const purgedAt = subject.type === 'DESIGNATION' ? await findLastPurge(ctx, subject.id) : null;
  const hidden = hiddenFields(ctx, subject);
  const isReviewer = subject.type === 'DESIGNATION' && can(ctx.actor, 'designation.decide', subject);
  const names = await namesInEvents(ctx, groups.flat());
  return {
    entries: groups.flatMap((group) => {
      const visible = group.flatMap(
        (event) =>
          withoutFields(withoutPurgedNote(withVisibleOrigin(event, ctx.actor), purgedAt), hidden) ?? [],
      );
      return timelineEntry(visible, { isReviewer, names }) ?? [];
    }),
    olderThan: hasOlder ? (groups.at(-1)?.at(-1)?.id ?? null) : null,
  };
}

/** Returns the fields that the timeline hides from the actor (ADR 20). The office's file names are its own. */
function hiddenFields({ actor }: Ctx, { type }: TimelineSubject): readonly string[] {
  const fileNames = can(actor, 'audit.read') ? [] : ['importedFrom'];
  return type !== 'HIGH_SCHOOL' || can(actor, 'highSchool.readRemarks')
    ? fileNames
    : [...fileNames, ...HIGH_SCHOOL_REMARKS, 'internalNote', 'snoozedUntil'];
}

/**
 * Returns the event without the name of its access token, unless the actor is its person or an administrator. Only
 * administrators see the operating system user and host.
 */
function withVisibleOrigin(event: RecordedEvent, actor: Actor): RecordedEvent {
  if (can(actor, 'audit.read')) return event;
  const tokenName = event.actorId === actorId(actor) ? event.tokenName : null;
  return { ...event, tokenName, osUser: null, host: null };
}

/** Returns the event without these fields; null if it has no others. */
function withoutFields(event: RecordedEvent, hidden: readonly string[]): RecordedEvent | null {
  const all = Object.entries(event.changes);
  const visible = all.filter(([field]) => !hidden.includes(field));
  return visible.length === 0 && all.length > 0 ? null : { ...event, changes: Object.fromEntries(visible) };
}

/** Returns the event without the reviewer's note if it was purged. */
function withoutPurgedNote(event: RecordedEvent, purgedAt: Date | null): RecordedEvent {
  if (purgedAt === null || Date.parse(event.at) > purgedAt.getTime()) return event;
  const { note: _note, ...changes } = event.changes;
  return { ...event, changes };
}

function authorizeTimeline({ actor }: Ctx, subject: TimelineSubject): void {
  switch (subject.type) {
    case 'DESIGNATION':
      return authorizeToSee(actor, 'designation.read', subject);
    case 'HIGH_SCHOOL':
      return authorizeToSee(actor, 'highSchool.read', { highSchoolId: subject.id });
    case 'USER':
      return authorizeToSee(actor, 'user.readWork', { userId: subject.id, highSchoolIds: [] });
    case 'ACADEMIC_YEAR':
      return authorizeToSee(actor, 'academicYear.manage');
    case 'EMAIL_TEMPLATE':
    case 'DELIVERY':
    case 'NOTICE':
    case 'ADDRESS':
      return authorizeToSee(actor, 'email.manage');
    case 'SETTINGS':
      return authorizeToSee(actor, 'settings.manage');
    case 'EXPORT_PROFILE':
      return authorizeToSee(actor, 'designation.download');
    case 'INVITE':
      return authorizeToSee(actor, 'invite.manage');
  }
}

/** Returns the names of the ids in the events. Deleted rows have none. The caller has already checked permission. */
async function namesInEvents(ctx: Ctx, events: readonly RecordedEvent[]): Promise<EventNames> {
  const ids = [
    ...new Set(events.flatMap(({ changes }) => NAMING_FIELDS.map((field) => changes[field]).filter(isText))),
  ];
  const named = await findNames(ctx, ids);
  return new Map(named.map((one) => [one.id, { name: one.name, path: pagePath(ctx, one) }]));
}

function pagePath({ actor }: Ctx, { type, id, highSchoolIds }: NamedRecord): string | null {
  if (type === 'USER') {
    return can(actor, 'user.read', { userId: id, highSchoolIds }) ? `/users/${id}` : null;
  }
  return type === 'HIGH_SCHOOL' && can(actor, 'highSchool.read', { highSchoolId: id })
    ? `/highschools/${id}`
    : null;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
