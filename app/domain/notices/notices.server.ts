import { randomUUID } from 'node:crypto';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { fieldProblems } from '#app/domain/emails/check-markup.ts';
import { changesBetween, recordEvent, withoutBodies } from '#app/domain/events/record-event.server.ts';
import { flushUnique } from '#app/domain/flush-unique.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { Invalid, type Issue, VersionConflict } from '#app/lib/domain-errors.ts';
import { optionalPartsProblem } from '#app/lib/markup/fill-notice.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NOTICE_LABELS, type NoticeKind, NOTICES } from '#app/schemas/enums.ts';
import { type Notice, type NoticeInput, NoticeSchema } from '#app/schemas/notice.ts';
import { type Notice as StoredNotice, NoticeEntity } from '#db/entities/notice.ts';
import { SETTINGS_FIELDS, STANDARD_NOTICES } from './standard-notices.server.ts';

/** Returns all notices with their current texts, in a fixed order. For administrators. */
export async function listNotices(ctx: Ctx): Promise<Notice[]> {
  authorize(ctx.actor, 'email.manage');
  const stored = await ctx.em.findAll(NoticeEntity, { disableIdentityMap: true });
  return NOTICES.map((kind) => shownNotice(kind, stored.find((notice) => notice.kind === kind) ?? null));
}

/** Returns an automatic email with its current text, for administrators. */
export async function getNotice(ctx: Ctx, kind: NoticeKind): Promise<Notice> {
  authorize(ctx.actor, 'email.manage');
  return shownNotice(kind, await ctx.em.findOne(NoticeEntity, { kind }, { refresh: true }));
}

function shownNotice(kind: NoticeKind, stored: StoredNotice | null): Notice {
  const { subject, body } = STANDARD_NOTICES[kind];
  if (stored === null) {
    return { id: null, kind, subject, body, isOn: true, isChanged: false, version: 0, updatedAt: null };
  }
  const isChanged = stored.subject !== subject || stored.body !== body;
  return NoticeSchema.parse({ ...stored, isChanged });
}

interface ExpectedNotice {
  readonly kind: NoticeKind;
  /** The version that the administrator saw; 0 if it was never changed. */
  readonly version: number;
}

/**
 * Changes a notice and records an event unless nothing changes. Emails already in the outbox aren't affected.
 *
 * @throws {Invalid} when the text has unknown merge fields
 * @throws {VersionConflict} when it has been changed in the meantime
 */
export async function changeNotice(
  ctx: Ctx,
  { kind, version, ...input }: ExpectedNotice & NoticeInput,
): Promise<Notice> {
  authorize(ctx.actor, 'email.manage');
  const issues = [...issuesOf(kind, 'subject', input.subject), ...issuesOf(kind, 'body', input.body)];
  if (issues.length > 0) throw new Invalid(issues);
  return inTransaction(ctx, (tx) => storeNotice(tx, { kind, version }, () => input));
}

/**
 * Restores a notice's standard text; it stays on or off. Records an event unless nothing changes.
 *
 * @throws {VersionConflict} when it has been changed in the meantime
 */
export async function resetNotice(ctx: Ctx, expected: ExpectedNotice): Promise<Notice> {
  authorize(ctx.actor, 'email.manage');
  const { subject, body } = STANDARD_NOTICES[expected.kind];
  return inTransaction(ctx, (tx) => storeNotice(tx, expected, ({ isOn }) => ({ subject, body, isOn })));
}

/** Returns the merge fields that an automatic email may contain. */
export function fieldNamesOf(kind: NoticeKind): string[] {
  return [...Object.keys(STANDARD_NOTICES[kind].fields), ...Object.keys(SETTINGS_FIELDS)];
}

async function storeNotice(
  opened: Ctx,
  { kind, version }: ExpectedNotice,
  wantedOf: (before: Notice) => NoticeInput,
): Promise<Notice> {
  const stored = await lockRow(opened, NoticeEntity, { kind });
  const tx = await reloadActor(opened, 'email.manage');
  const before = shownNotice(kind, stored);
  if (before.version !== version) throw new VersionConflict();
  const { subject, body, isOn } = wantedOf(before);
  const changes = changesBetween<NoticeInput>(before, { subject, body, isOn });
  if (Object.keys(changes).length === 0) return before;
  const wanted = { subject, body, isOn, updatedAt: tx.now() };
  const notice =
    stored === null
      ? tx.em.create(NoticeEntity, { id: randomUUID(), kind, ...wanted, createdAt: tx.now() })
      : tx.em.assign(stored, wanted);
  const event = { notice: NOTICE_LABELS[kind], ...withoutBodies(changes) };
  recordEvent(tx, 'notice.changed', ['NOTICE', notice.id], event);
  // A notice that was never changed has no row to lock, so a concurrent change may insert it first.
  await flushUnique(tx, () => new VersionConflict());
  return shownNotice(kind, notice);
}

function issuesOf(kind: NoticeKind, field: 'subject' | 'body', text: string): Issue[] {
  const problems = fieldProblems(text, fieldNamesOf(kind)).map(({ line, message }) =>
    field === 'body' ? `Line ${line}: ${message}` : message,
  );
  const unclosed = optionalPartsProblem(text);
  return [...problems, ...(unclosed === null ? [] : [unclosed])].map((message) => ({
    path: [field],
    message,
  }));
}
