import type { Ctx } from '#app/domain/ctx.server.ts';
import { type NewMail, queueMail } from '#app/domain/mail/queue-mail.server.ts';
import { fillNotice, type MailText } from '#app/lib/markup/fill-notice.ts';
import type { NoticeKind } from '#app/schemas/enums.ts';
import { type Notice, NoticeEntity } from '#db/entities/notice.ts';
import { STANDARD_NOTICES } from './standard-notices.server.ts';

export type StoredNotice = Readonly<Pick<Notice, 'kind' | 'subject' | 'body' | 'isOn'>>;

export interface NoticeMail {
  readonly to: string;
  /** Whether the address bounced; looked up by default. */
  readonly hasBounced?: boolean;
  readonly values: Readonly<Record<string, string>>;
  readonly userId?: string;
  readonly inviteId?: string;
  readonly highSchoolId?: string;
}

/** Returns the administrator's or the standard text of a notice; null if it is turned off. */
export function textOfNotice(kind: NoticeKind, stored: readonly StoredNotice[]): MailText | null {
  const { subject, body, isOn } = stored.find((notice) => notice.kind === kind) ?? {
    ...STANDARD_NOTICES[kind],
    isOn: true,
  };
  return isOn ? { subject, body } : null;
}

/** Reads the text of a notice; null if it is turned off. */
export async function readNoticeText(ctx: Pick<Ctx, 'em'>, kind: NoticeKind): Promise<MailText | null> {
  const stored = await ctx.em.findOne(NoticeEntity, { kind }, { refresh: true });
  return textOfNotice(kind, stored === null ? [] : [stored]);
}

/** Adds a notice to the outbox for each recipient, in the caller's transaction. False if it is turned off. */
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
