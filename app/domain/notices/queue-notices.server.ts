import type { Ctx } from '#app/domain/ctx.server.ts';
import { type NewEmail, queueEmails } from '#app/domain/mail/queue-emails.server.ts';
import { fillNotice, type EmailText } from '#app/lib/markup/fill-notice.ts';
import type { NoticeKind } from '#app/schemas/enums.ts';
import { type Notice, NoticeEntity } from '#db/entities/notice.ts';
import type { UserAccount } from '#db/entities/user-account.ts';
import { STANDARD_NOTICES } from './standard-notices.server.ts';

export type StoredNotice = Readonly<Pick<Notice, 'kind' | 'subject' | 'body' | 'isOn'>>;

export interface NoticeEmail {
  readonly to: string;
  /** Whether the address bounced; looked up by default. */
  readonly hasBounced?: boolean;
  readonly values: Readonly<Record<string, string>>;
  readonly userId?: string;
  readonly inviteId?: string;
  readonly highSchoolId?: string;
}

type Recipient = Readonly<Pick<UserAccount, 'id' | 'email' | 'firstName' | 'lastName'>>;

/** Returns a notice to someone with an account; their name is among its values. */
export function noticeTo({ id, email, firstName, lastName }: Recipient, values: NoticeEmail['values']) {
  return { to: email, userId: id, values: { firstName, lastName, ...values } } satisfies NoticeEmail;
}

/** Returns the administrator's or the standard text of a notice; null if it is turned off. */
export function textOfNotice(kind: NoticeKind, stored: readonly StoredNotice[]): EmailText | null {
  const { subject, body, isOn } = stored.find((notice) => notice.kind === kind) ?? {
    ...STANDARD_NOTICES[kind],
    isOn: true,
  };
  return isOn ? { subject, body } : null;
}

/** Reads the text of a notice; null if it is turned off. */
export async function readNoticeText(ctx: Pick<Ctx, 'em'>, kind: NoticeKind): Promise<EmailText | null> {
  const stored = await ctx.em.findOne(NoticeEntity, { kind }, { refresh: true });
  return textOfNotice(kind, stored === null ? [] : [stored]);
}

/** Adds a notice to the outbox for each recipient, in the caller's transaction. False if it is turned off. */
export async function queueNotices(
  tx: Ctx,
  kind: NoticeKind,
  emails: readonly NoticeEmail[],
): Promise<boolean> {
  const text = await readNoticeText(tx, kind);
  if (text === null) return false;
  await queueEmails(
    tx,
    emails.map((email) => noticeEmail(tx, kind, text, email)),
  );
  return true;
}

function noticeEmail(
  { settings: { appName, appUrl, contactEmail } }: Pick<Ctx, 'settings'>,
  kind: NoticeKind,
  text: EmailText,
  { values, ...email }: NoticeEmail,
): NewEmail {
  const { subject, body } = fillNotice(text, { appName, appUrl, contactEmail, ...values });
  return {
    ...email,
    kind: STANDARD_NOTICES[kind].emailKind,
    subject,
    text: body,
  };
}
