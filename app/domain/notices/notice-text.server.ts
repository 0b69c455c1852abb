import type { Ctx } from '#app/domain/ctx.server.ts';
import { type NewMail, queueMail } from '#app/domain/mail/queue-mail.server.ts';
import type { MailText } from '#app/lib/markup/fill-notice.ts';
import { fillNotice } from '#app/lib/markup/fill-notice.ts';
import type { NoticeKind } from '#app/schemas/enums.ts';
import { type Notice, NoticeEntity } from '#db/entities/notice.ts';
import { STANDARD_NOTICES } from './standard-notices.server.ts';

/** A notice as an administrator left it. */
export type StoredNotice = Readonly<Pick<Notice, 'kind' | 'subject' | 'body' | 'isOn'>>;

/** What one notice is filled with, and whom it goes to. */
export interface NoticeMail {
  readonly to: string;
  readonly values: Readonly<Record<string, string>>;
  /** Whose mail it is, and what it is about, as `NewMail` has it. */
  readonly userId?: string;
  readonly inviteId?: string;
  readonly highSchoolId?: string;
}

/** The text of a notice: an administrator's or the standard; null where it is turned off. */
export function textOfNotice(kind: NoticeKind, stored: readonly StoredNotice[]): MailText | null {
  const { subject, body, isOn } = stored.find((notice) => notice.kind === kind) ?? {
    ...STANDARD_NOTICES[kind],
    isOn: true,
  };
  return isOn ? { subject, body } : null;
}

/** Reads the text of a notice; null where it is turned off. */
export async function readNoticeText(ctx: Pick<Ctx, 'em'>, kind: NoticeKind): Promise<MailText | null> {
  const stored = await ctx.em.findOne(NoticeEntity, { kind }, { refresh: true });
  return textOfNotice(kind, stored === null ? [] : [stored]);
}

/**
 * Writes a notice to several people to the outbox in the caller's transaction, filled as its text is now.
 * False where it is turned off: nothing was written.
 */
export async function queueNotices(
  tx: Ctx,
  kind: NoticeKind,
  mails: readonly NoticeMail[],
): Promise<boolean> {
  const text = await readNoticeText(tx, kind);
  if (text === null) return false;
  await queueMail(
    tx,
    mails.map((mail) => noticeMail(tx, kind, text, mail)),
  );
  return true;
}

function noticeMail(
  { settings: { appName, appUrl, contactEmail } }: Pick<Ctx, 'settings'>,
  kind: NoticeKind,
  text: MailText,
  { values, ...mail }: NoticeMail,
): NewMail {
  const { subject, body } = fillNotice(text, { appName, appUrl, contactEmail, ...values });
  return {
    ...mail,
    kind: STANDARD_NOTICES[kind].mailKind,
    subject,
    text: body,
  };
}
