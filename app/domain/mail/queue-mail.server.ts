import { randomUUID } from 'node:crypto';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { writeTogether } from '#app/domain/write-together.server.ts';
import { CAME_BACK } from './delivery-result.ts';

export interface NewMail {
  /** What it reports, like 'designation.returned'; for the log, never shown to the recipient. */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The school that it is about. */
  readonly highSchoolId?: string;
  /** The account that it is for: asked again when it leaves, which then goes to the address of that moment. */
  readonly userId?: string;
  /** The invite that it is about: once that is no longer open the mail does not leave. */
  readonly inviteId?: string;
}

/**
 * Writes mails to the outbox in the caller's transaction; a worker delivers them after the commit. Line breaks leave subjects. One
 * to an address that mail came back from is written as come back, too: the log shows it, nobody gets it.
 */
export async function queueMail(ctx: Ctx, mails: readonly NewMail[]): Promise<void> {
  await writeTogether(ctx, mailWrites(ctx, mails));
}

/** The write that queues mails, to be made with those of which they tell in the caller's transaction; none without mails. */
export function mailWrites(
  ctx: Pick<Ctx, 'settings' | 'now' | 'mailer'>,
  mails: readonly NewMail[],
): SqlFragment[] {
  if (mails.length === 0) return [];
  ctx.mailer.wakeOutbox();
  const host = new URL(ctx.settings.appUrl).hostname;
  const now = ctx.now();
  const rows = mails.map((mail) => {
    const id = randomUUID();
    return {
      id,
      kind: mail.kind,
      high_school_ids: mail.highSchoolId === undefined ? [] : [mail.highSchoolId],
      user_id: mail.userId ?? null,
      invite_id: mail.inviteId ?? null,
      to_address: mail.to.toLowerCase(),
      subject: mail.subject.replace(/[\r\n]+/g, ' '),
      text_body: mail.text,
      message_id: `<${id}@${host}>`,
      next_attempt_at: now,
      created_at: now,
    };
  });
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  return [
    {
      sql: `insert into outbox_mail (${columns}, state, response)
            select ${columns}, case when bounced.address is null then 'QUEUED' else 'BOUNCED' end,
                   case when bounced.address is not null then ?::text end
              from json_populate_recordset(null::outbox_mail, ?::json)
              left join bounced_address bounced on bounced.address = to_address`,
      params: [CAME_BACK, JSON.stringify(rows)],
    },
  ];
}
