import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { Notice } from '#app/schemas/notice.ts';
import { type NoticeKind, NOTICES } from '#app/schemas/enums.ts';
import { STANDARD_NOTICES } from './standard-notices.server.ts';

interface NoticeRow {
  id: string;
  kind: NoticeKind;
  subject: string;
  body: string;
  isOn: boolean;
  version: number;
  updated_at: string;
}

/** Every notice as it is sent now, in a fixed order. For administrators. */
export async function listNotices(ctx: Ctx): Promise<Notice[]> {
  authorize(ctx.actor, 'email.manage');
  const rows = await ctx.em.execute<NoticeRow[]>(
    'select id, kind, subject, body, is_on as "isOn", version, updated_at from notice',
  );
  return NOTICES.map((kind) => {
    const row = rows.find((stored) => stored.kind === kind);
    return noticeOfRow(kind, row);
  });
}

/** One notice as it is sent now. For administrators. */
export async function getNotice(ctx: Ctx, kind: NoticeKind): Promise<Notice> {
  authorize(ctx.actor, 'email.manage');
  const [row] = await ctx.em.execute<NoticeRow[]>(
    'select id, kind, subject, body, is_on as "isOn", version, updated_at from notice where kind = ?',
    [kind],
  );
  return noticeOfRow(kind, row);
}

/** Keeps a notice from being changed until the transaction ends. One that nobody has changed yet has no row to lock. */
export async function lockNotice(tx: Ctx, kind: NoticeKind): Promise<void> {
  await tx.em.execute('select 1 from notice where kind = ? for update', [kind]);
}

function noticeOfRow(kind: NoticeKind, row: NoticeRow | undefined): Notice {
  const { subject, body } = STANDARD_NOTICES[kind];
  if (row === undefined) {
    return { id: null, kind, subject, body, isOn: true, isChanged: false, version: 0, updatedAt: null };
  }
  const { updated_at: updatedAt, ...notice } = row;
  const isChanged = notice.subject !== subject || notice.body !== body;
  return { ...notice, isChanged, updatedAt: toIso(updatedAt) };
}
