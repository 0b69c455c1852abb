import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { fieldProblems } from '#app/domain/emails/check-markup.ts';
import { changesBetween, recordEvent, withoutBodies } from '#app/domain/events/record-event.server.ts';
import { lockRow } from '#app/domain/lock-queries.server.ts';
import { type Issue, Invalid, VersionConflict } from '#app/lib/domain-errors.ts';
import { optionalPartsProblem } from '#app/lib/markup/fill-notice.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NOTICE_LABELS, type NoticeKind, NOTICES } from '#app/schemas/enums.ts';
import { type Notice, type NoticeInput, NoticeSchema } from '#app/schemas/notice.ts';
import { type Notice as StoredNotice, NoticeEntity } from '#db/entities/notice.ts';
import { SETTINGS_FIELDS, STANDARD_NOTICES } from './standard-notices.server.ts';

/** Every notice as it is sent now, in a fixed order. For administrators. */
export async function listNotices(ctx: Ctx): Promise<Notice[]> {
  authorize(ctx.actor, 'email.manage');
  const stored = await ctx.em.findAll(NoticeEntity, { disableIdentityMap: true });
  return NOTICES.map((kind) => shownNotice(kind, stored.find((notice) => notice.kind === kind) ?? null));
}

/** One notice as it is sent now. For administrators. */
export async function getNotice(ctx: Ctx, kind: NoticeKind): Promise<Notice> {
  authorize(ctx.actor, 'email.manage');
  return shownNotice(kind, await ctx.em.findOne(NoticeEntity, { kind }, { refresh: true }));
}

/** A notice as administrators see it: as it was changed, or the standard where it never was. */
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
  /** The version that was seen; 0 where nobody had changed it yet. */
  readonly version: number;
}

/**
 * Changes what a notice says and whether it is sent, from now on: emails that wait stay as they are. With an event, unless nothing
 * changes. For administrators.
 *
 * @throws {Invalid} for merge fields that the notice does not have
 * @throws {VersionConflict} where it was changed since it was seen
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
 * Gives a notice its standard text back; it stays on or off. With an event like `changeNotice`. For administrators.
 *
 * @throws {VersionConflict} where it was changed since it was seen
 */
export async function resetNotice(ctx: Ctx, expected: ExpectedNotice): Promise<Notice> {
  authorize(ctx.actor, 'email.manage');
  const { subject, body } = STANDARD_NOTICES[expected.kind];
  return inTransaction(ctx, (tx) => storeNotice(tx, expected, ({ isOn }) => ({ subject, body, isOn })));
}

/** The names of the merge fields that a notice has. */
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
  const wanted = { subject, body, isOn, updatedAt: tx.now() };
  const notice =
    stored === null
      ? tx.em.create(NoticeEntity, { id: randomUUID(), kind, ...wanted, createdAt: tx.now() })
      : tx.em.assign(stored, wanted);
  await flushUnlessTaken(tx);
  const changes = changesBetween<NoticeInput>(before, { subject, body, isOn });
  if (Object.keys(changes).length > 0) {
    const event = { notice: NOTICE_LABELS[kind], ...withoutBodies(changes) };
    recordEvent(tx, { kind: 'notice.changed', subject: ['NOTICE', notice.id], changes: event });
  }
  return shownNotice(kind, notice);
}

/** Where nobody has changed the notice yet there is no row to lock: who changes it at the same time may be first. */
async function flushUnlessTaken(tx: Ctx): Promise<void> {
  try {
    await tx.em.flush();
  } catch (error) {
    throw error instanceof UniqueConstraintViolationException ? new VersionConflict() : error;
  }
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
