import { randomUUID } from 'node:crypto';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { fieldProblems } from '#app/domain/emails/template-fields.ts';
import { changesBetween, recordEvent } from '#app/domain/events/record-event.server.ts';
import { withoutBodies } from '#app/domain/events/text-changes.ts';
import { type Issue, Invalid, Stale } from '#app/lib/domain-errors.ts';
import { optionalPartsProblem } from '#app/lib/fill-notice.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NOTICE_LABELS, type NoticeKind } from '#app/schemas/enums.ts';
import type { Notice, NoticeInput } from '#app/schemas/notice.ts';
import { getNotice, lockNotice } from './read-notices.server.ts';
import { SETTINGS_FIELDS, STANDARD_NOTICES } from './standard-notices.server.ts';

interface SeenNotice {
  readonly kind: NoticeKind;
  /** The version that was seen; 0 where nobody had changed it yet. */
  readonly version: number;
}

/**
 * Changes what a notice says and whether it is sent, from now on: mails that wait stay as they are. With an event, unless nothing
 * changes. For administrators. Throws Invalid
 * for merge fields that the notice does not have, Stale where it was changed since it was seen.
 */
export async function changeNotice(
  ctx: Ctx,
  { kind, version, ...input }: SeenNotice & NoticeInput,
): Promise<Notice> {
  authorize(ctx.actor, 'email.manage');
  const issues = [...issuesOf(kind, 'subject', input.subject), ...issuesOf(kind, 'body', input.body)];
  if (issues.length > 0) throw new Invalid(issues);
  return inTransaction(ctx, (tx) => storeNotice(tx, { kind, version }, () => input));
}

/** Gives a notice its standard text back; it stays on or off. With an event like `changeNotice`. For administrators. Throws Stale where it was changed since it was seen. */
export async function resetNotice(ctx: Ctx, seen: SeenNotice): Promise<Notice> {
  authorize(ctx.actor, 'email.manage');
  const { subject, body } = STANDARD_NOTICES[seen.kind];
  return inTransaction(ctx, (tx) => storeNotice(tx, seen, ({ isOn }) => ({ subject, body, isOn })));
}

/** The names of the merge fields that a notice has. */
export function fieldNamesOf(kind: NoticeKind): string[] {
  return [...Object.keys(STANDARD_NOTICES[kind].fields), ...Object.keys(SETTINGS_FIELDS)];
}

async function storeNotice(
  opened: Ctx,
  { kind, version }: SeenNotice,
  wantedOf: (before: Notice) => NoticeInput,
): Promise<Notice> {
  await lockNotice(opened, kind);
  const tx = await reloadActor(opened, 'email.manage');
  const before = await getNotice(tx, kind);
  const { subject, body, isOn } = wantedOf(before);
  const now = tx.now();
  const [stored] = await tx.em.execute<{ id: string }[]>(
    version === 0
      ? `insert into notice (subject, body, is_on, updated_at, kind, id, created_at, version)
         values (?, ?, ?, ?, ?, ?, ?, 1) on conflict (kind) do nothing returning id`
      : `update notice set subject = ?, body = ?, is_on = ?, updated_at = ?, version = version + 1
          where kind = ? and version = ? returning id`,
    [subject, body, isOn, now, kind, ...(version === 0 ? [randomUUID(), now] : [version])],
  );
  if (stored === undefined) throw new Stale();
  const changes = changesBetween<NoticeInput>(before, { subject, body, isOn });
  if (Object.keys(changes).length > 0) {
    const event = { notice: NOTICE_LABELS[kind], ...withoutBodies(changes) };
    await recordEvent(tx, { kind: 'notice.changed', subject: ['NOTICE', stored.id], changes: event });
  }
  return getNotice(tx, kind);
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
