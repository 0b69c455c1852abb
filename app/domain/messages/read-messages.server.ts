import type { Loaded } from '@mikro-orm/postgresql';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { findListing, type Listing } from '#app/domain/listing.ts';
import { findLastPurge } from '#app/domain/retention/purged-notes.server.ts';
import { discloseTexts } from '#app/domain/students/disclose-students.server.ts';
import { Unauthorized } from '#app/lib/domain-errors.ts';
import { DECISION_TITLES, MESSAGE_MESSAGES, officeName } from '#app/messages/message-labels.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { authorizeToSee } from '#app/policy/authorize.ts';
import {
  DecisionSchema,
  type MessageResponse,
  MessageResponseSchema,
  type MessagesScreen,
  type ThreadEntry,
  type UnreadThread,
} from '#app/schemas/designation-message.ts';
import type { EventKind } from '#app/schemas/event-kinds.ts';
import type { ListQuery } from '#app/schemas/listing.ts';
import { type DesignationMessage, DesignationMessageEntity } from '#db/entities/designation-message.ts';
import { EventEntity } from '#db/entities/event.ts';
import { readUnread, storeReading } from './message-queries.server.ts';
import { sideOf } from './message-side.ts';

const PURPOSE = 'designation.messages';
const UNDONE: EventKind = 'designation.decisionUndone';

type Message = Loaded<DesignationMessage, 'author'>;

/**
 * Returns a designation's messages, newest first. Because they may be about students, records a disclosure.
 * They stay unread.
 * @throws {NotFound} when the actor may not see the designation
 */
export async function listMessages(
  ctx: Ctx,
  { designationId, query = {} }: { readonly designationId: string; readonly query?: ListQuery },
): Promise<Listing<MessageResponse>> {
  return inSnapshot(ctx, async (tx) => {
    const designation = await loadDesignation(tx, designationId, 'designation.message');
    const { limit, offset, direction = 'desc' } = query;
    const { items, total } = await findListing(
      tx,
      DesignationMessageEntity,
      { designation: designationId },
      { populate: ['author'], orderBy: { number: direction }, limit, offset },
    );
    if (items.length > 0) await discloseTexts(tx, PURPOSE, designation);
    return { items: items.map(messageResponse), total };
  });
}

/**
 * Opens a page of a designation's thread: messages with the reviewer's decisions between them, oldest first.
 * Marks the messages as read by the user and records a disclosure, except for HEAD requests.
 * @param before number of the message that the page ends before; null for the newest page
 * @throws {NotFound} when the actor may not see the designation
 */
export async function openMessages(
  ctx: Ctx,
  { designationId, before }: { readonly designationId: string; readonly before: number | null },
): Promise<Omit<MessagesScreen, 'flash'>> {
  return inSnapshot(ctx, async (tx) => {
    const designation = await loadDesignation(tx, designationId, 'designation.message');
    const { id, highSchool, academicYear } = designation;
    const page = await readPage(tx, id, before);
    const office = officeName(tx.settings.appName);
    const entries = [
      ...page.messages.map((message) =>
        messageEntry(message, message.side === 'SCHOOL' ? highSchool.name : office),
      ),
      ...(await readDecisions(tx, id, page)).map((entry) => ({ ...entry, from: office })),
    ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
    if (entries.length > 0) await discloseTexts(tx, PURPOSE, designation);
    await markAsRead(tx, id, page.messages.at(-1));
    return {
      designationId: id,
      schoolName: highSchool.name,
      year: academicYear.year,
      entries,
      olderThan: page.since === null ? null : (page.messages[0]?.number ?? null),
      isOlder: page.until !== null,
      hint:
        sideOf(tx.actor, highSchool.id) === 'SCHOOL'
          ? MESSAGE_MESSAGES.forSchool
          : MESSAGE_MESSAGES.forOffice,
    };
  });
}

/** Messages of a page, oldest first. Decisions from `since` to before `until` belong to it; null is open. */
interface ThreadPage {
  readonly messages: readonly Message[];
  readonly since: Date | null;
  readonly until: Date | null;
}

async function readPage(tx: Ctx, designationId: string, before: number | null): Promise<ThreadPage> {
  const beyond =
    before === null
      ? null
      : await tx.em.findOne(DesignationMessageEntity, { designation: designationId, number: before });
  const newest = await tx.em.find(
    DesignationMessageEntity,
    { designation: designationId, ...(beyond === null ? {} : { number: { $lt: beyond.number } }) },
    { populate: ['author'], orderBy: { number: 'desc' }, limit: SCREEN_PAGE_SIZE + 1 },
  );
  const messages = newest.slice(0, SCREEN_PAGE_SIZE).toReversed();
  const since = newest.length > SCREEN_PAGE_SIZE ? (messages[0]?.createdAt ?? null) : null;
  return { messages, since, until: beyond?.createdAt ?? null };
}

/**
 * Reads the page's decisions with reasons or a note from the designation's events, oldest first, without those that were
 * undone, even if a message between a decision and its undo puts them on two pages. A purge hides notes.
 */
async function readDecisions(
  tx: Ctx,
  designationId: string,
  { since, until }: ThreadPage,
): Promise<Omit<ThreadEntry, 'from'>[]> {
  const events = await tx.em.find(
    EventEntity,
    {
      subjectType: 'DESIGNATION',
      subjectId: designationId,
      kind: { $in: [...Object.keys(DECISION_TITLES), UNDONE] },
    },
    { populate: ['actor'], orderBy: { at: 'asc', id: 'asc' } },
  );
  const purgedAt = await findLastPurge(tx, designationId);
  const titles: Readonly<Record<string, string>> = DECISION_TITLES;
  const decisions = events.filter(
    ({ kind, at }, index) =>
      kind !== UNDONE &&
      events[index + 1]?.kind !== UNDONE &&
      (since === null || at >= since) &&
      (until === null || at < until),
  );
  return decisions.flatMap(({ id, at, actor, kind, changes }) => {
    const decided = DecisionSchema.safeParse(changes['decision']);
    if (!decided.success) return [];
    const { reasons } = decided.data;
    const note = purgedAt !== null && at <= purgedAt ? null : decided.data.note;
    if (reasons.length === 0 && !note) return [];
    return {
      id,
      at: at.toISOString(),
      name: actor ? fullName(actor) : null,
      decision: titles[kind] ?? null,
      reasons,
      text: note ?? '',
    };
  });
}

function messageEntry({ id, createdAt, author, text }: Message, from: string): ThreadEntry {
  const name = author ? fullName(author) : null;
  return { id, at: createdAt.toISOString(), name, from, decision: null, reasons: [], text };
}

async function markAsRead(tx: Ctx, designationId: string, newest: Message | undefined): Promise<void> {
  if (newest === undefined || tx.headOnly === true || tx.actor.kind !== 'user') return;
  await storeReading(tx, { designationId, userId: tx.actor.id, number: newest.number });
}

/**
 * Returns the designations with messages from the other side that the signed-in user hasn't opened, newest
 * message first. A colleague's reply also counts as opened, as do messages from before the user joined the staff.
 * @throws {Unauthorized} without an account
 */
export async function listUnread(ctx: Ctx): Promise<UnreadThread[]> {
  if (ctx.actor.kind !== 'user') throw new Unauthorized();
  return readUnread(ctx, ctx.actor);
}

/**
 * Counts a designation's unread messages.
 * @throws {NotFound} when the actor may not see it
 */
export async function countUnread(
  ctx: Ctx,
  designation: { readonly id: string; readonly highSchoolId: string },
): Promise<number> {
  authorizeToSee(ctx.actor, 'designation.message', designation);
  if (ctx.actor.kind !== 'user') return 0;
  const [thread] = await readUnread(ctx, ctx.actor, designation.id);
  return thread?.unread ?? 0;
}

/** Returns a message as a response. */
export function messageResponse(message: Message): MessageResponse {
  return MessageResponseSchema.parse({ ...message, designationId: message.designation.id });
}
