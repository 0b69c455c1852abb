import type { Ctx } from '#app/domain/ctx.server.ts';
import { findStoredSpans } from '#app/domain/disclosures/disclosure-queries.server.ts';
import { idsIn } from '#app/domain/disclosures/list-disclosures.server.ts';
import { findNames, type NamedRecord } from '#app/domain/events/event-queries.server.ts';
import { type EventNames, NAMING_FIELDS, timelineEntry } from '#app/domain/events/grouped-events.ts';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { NOTICE_LABELS, type NoticeKind } from '#app/schemas/enums.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { AuditEntry, AuditQuery } from '#app/schemas/audit.ts';
import { selectAudit, type StoredEntry } from './audit-queries.server.ts';

/** A page of the log, and the entry that the next page continues from; null on the last page. */
export interface AuditListing {
  readonly entries: AuditEntry[];
  readonly olderThan: string | null;
}

/**
 * Returns a page of all events and disclosures that match the filter, newest first (decisions, sections 5 and 8), with
 * no students' data. For administrators.
 * @throws {Forbidden} when the actor isn't an administrator
 */
export async function listAudit(ctx: Ctx, query: AuditQuery): Promise<AuditListing> {
  authorize(ctx.actor, 'audit.read');
  const { limit = SCREEN_PAGE_SIZE, before, studentId, ...filter } = query;
  const student =
    studentId === undefined ? undefined : { studentId, spans: await findStoredSpans(ctx, studentId) };
  const found = await selectAudit(ctx, { ...filter, student }, { before, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const named = await findNames(ctx, distinct(rows.flatMap((row) => [row.subjectId, ...namedIds(row)])));
  const names: EventNames = new Map(
    named.map(({ id, type, name }) => [
      id,
      { name: name.trim(), path: type === 'ACADEMIC_YEAR' ? null : pathOf(type, id) },
    ]),
  );
  return {
    entries: rows.map((row) => entryOf(row, named, names)),
    olderThan: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

function entryOf(row: StoredEntry, subjects: readonly NamedRecord[], names: EventNames): AuditEntry {
  const { id, type, at, actor, channel, tokenName, osUser, host, kind, details, students, statedPurpose } =
    row;
  const entry = { id, type, at, actor, channel, tokenName, osUser, host, kind };
  const subject = subjectOf(row, subjects, names);
  if (type === 'DISCLOSURE') {
    const known = idsIn(details).flatMap((one) => {
      const name = names.get(one)?.name;
      return name === undefined ? [] : [[one, name] as const];
    });
    const disclosure = {
      filter: details,
      names: Object.fromEntries(known),
      students: students ?? 0,
      statedPurpose,
    };
    return { ...entry, subject, change: null, disclosure };
  }
  // A note to a school may name a student, and a purge removes it from the designation's own history.
  const { note: _note, ...changes } = details;
  const actorName = actor === null ? null : `${actor.firstName} ${actor.lastName}`;
  const event = {
    ...{ id, at, kind, channel, tokenName, osUser, host },
    ...{ actorId: actor?.id ?? null, actorName, changes },
  };
  const change = timelineEntry([event], { isReviewer: true, names });
  return { ...entry, subject, change, disclosure: null };
}

function subjectOf(
  { subjectType, subjectId, details }: StoredEntry,
  subjects: readonly NamedRecord[],
  names: EventNames,
): AuditEntry['subject'] {
  if (subjectType === null || subjectId === null) return null;
  const found = subjects.find(({ id }) => id === subjectId);
  if (found === undefined) {
    const path = UNNAMED_PAGES[subjectType] ?? null;
    return {
      ...{ type: subjectType, id: subjectId, path },
      name: path === null ? null : addressOrPerson(details, names),
    };
  }
  const isNotice = subjectType === 'NOTICE';
  return {
    type: subjectType,
    id: subjectId,
    name: isNotice ? NOTICE_LABELS[found.name as NoticeKind] : found.name,
    path: pathOf(subjectType, isNotice ? found.name : subjectId),
  };
}

const PAGES: Readonly<Record<string, string>> = {
  DESIGNATION: '/designations',
  HIGH_SCHOOL: '/highschools',
  USER: '/users',
  ACADEMIC_YEAR: '/years',
  EMAIL_TEMPLATE: '/emails',
  DELIVERY: '/emails/deliveries',
  NOTICE: '/emails/notices',
  EXPORT_PROFILE: '/designations/profiles',
};

/** Pages of subjects without a name. Their events have an email address or a user's ID instead. */
const UNNAMED_PAGES: Readonly<Record<string, string>> = { INVITE: '/invites', ADDRESS: '/emails/bounces' };

function addressOrPerson({ email, userId }: StoredEntry['details'], names: EventNames): string | null {
  if (typeof email === 'string') return email;
  return typeof userId === 'string' ? (names.get(userId)?.name ?? null) : null;
}

function pathOf(type: string, id: string): string | null {
  if (type === 'SETTINGS') return '/settings';
  const page = PAGES[type];
  return page === undefined ? null : `${page}/${id}`;
}

/** Returns the ids of the people, schools, and years that an entry names. */
function namedIds({ type, details }: StoredEntry): string[] {
  if (type === 'DISCLOSURE') return idsIn(details);
  return NAMING_FIELDS.map((field) => details[field]).filter((id) => typeof id === 'string');
}

function distinct(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
