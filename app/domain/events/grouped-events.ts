import { mergedChanges } from '#app/domain/events/merged-changes.ts';
import type { RecordedEvent } from '#app/domain/events/event-queries.server.ts';
import { isRecord } from '#app/lib/records.ts';
import { MESSAGE_SIDES } from '#app/schemas/designation-message.ts';
import type { NamedInEvent, TimelineEntry } from '#app/schemas/timeline.ts';

/** Event fields with the id of a user, school, or year. */
export const NAMING_FIELDS = ['userId', 'mergedFromId', 'keptId', 'highSchoolId', 'closedId'] as const;

/** Names by id, with the paths of the pages that the reader may open. */
export type EventNames = ReadonlyMap<string, Omit<NamedInEvent, 'field'>>;

const SAVE_KIND = 'designation.edited';
/** Maximum time between grouped saves. */
const SAVE_GROUP_GAP_MS = 60 * 60_000;

/** Groups a person's consecutive saves through one channel, each within an hour of the last. Newest first. */
export function groupedEvents(events: readonly RecordedEvent[]): RecordedEvent[][] {
  const groups: RecordedEvent[][] = [];
  for (const event of events) {
    const group = groups.at(-1);
    const later = group?.at(-1);
    if (group !== undefined && later !== undefined && isSameGroup(event, later)) group.push(event);
    else groups.push([event]);
  }
  return groups;
}

interface VisibleTo {
  readonly isReviewer: boolean;
  readonly names?: EventNames;
}

/** Returns a timeline entry for a group of events, newest first. Only reviewers see what email was sent. */
export function timelineEntry(
  group: readonly RecordedEvent[],
  { isReviewer, names = new Map() }: VisibleTo,
): TimelineEntry | null {
  const [newest, oldest] = [group[0], group.at(-1)];
  if (newest === undefined || oldest === undefined) return null;
  return {
    id: newest.id,
    kind: newest.kind,
    channel: newest.channel,
    tokenName: newest.tokenName,
    osUser: newest.osUser,
    host: newest.host,
    actorName: newest.actorName,
    startedAt: oldest.at,
    endedAt: newest.at,
    count: group.length,
    names: namesIn(newest.changes, names),
    ...mergedChanges(group.map(({ changes }) => changes).reverse()),
    email: isReviewer ? emailOf(newest.changes['decision']) : null,
    ...sideOf(newest.changes['side']),
  };
}

function namesIn(changes: RecordedEvent['changes'], names: EventNames): TimelineEntry['names'] {
  return NAMING_FIELDS.flatMap((field) => {
    const found = names.get(String(changes[field]));
    return found === undefined ? [] : [{ field, ...found }];
  });
}

function isSameGroup(event: RecordedEvent, later: RecordedEvent): boolean {
  return (
    event.kind === SAVE_KIND &&
    later.kind === SAVE_KIND &&
    event.actorId === later.actorId &&
    event.channel === later.channel &&
    event.tokenName === later.tokenName &&
    event.osUser === later.osUser &&
    event.host === later.host &&
    Date.parse(later.at) - Date.parse(event.at) < SAVE_GROUP_GAP_MS
  );
}

function sideOf(side: unknown): Pick<TimelineEntry, 'side'> {
  const found = MESSAGE_SIDES.find((known) => known === side);
  return found === undefined ? {} : { side: found };
}

function emailOf(decision: unknown): TimelineEntry['email'] {
  if (!isRecord(decision)) return null;
  if (decision['notified'] !== true) return 'NONE';
  // Stored decisions call it `mailEdited`.
  return decision['mailEdited'] === true ? 'EDITED' : 'STANDARD';
}
