import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type NoticeKind, NOTICES } from '#app/schemas/enums.ts';
import { type Notice, NoticeSchema } from '#app/schemas/notice.ts';
import { NoticeEntity, type Notice as StoredNotice } from '#db/entities/notice.ts';
import { STANDARD_NOTICES } from './standard-notices.server.ts';

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
export function shownNotice(kind: NoticeKind, stored: StoredNotice | null): Notice {
  const { subject, body } = STANDARD_NOTICES[kind];
  if (stored === null) {
    return { id: null, kind, subject, body, isOn: true, isChanged: false, version: 0, updatedAt: null };
  }
  const isChanged = stored.subject !== subject || stored.body !== body;
  return NoticeSchema.parse({ ...stored, isChanged });
}
