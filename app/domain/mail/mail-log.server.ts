import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { containsText, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { MailState } from '#app/schemas/enums.ts';
import type { LoggedMail, MailLog } from '#app/schemas/mail-log.ts';

interface LoggedRow {
  id: string;
  to_address: string;
  has_bounced: boolean;
  subject: string;
  delivery_id: string | null;
  state: MailState;
  at: string;
  response: string | null;
}

/** How many mails a log shows. */
const SHOWN = 20;

/** The newest mails that were written because of a school, to whomever. For administrators. */
export function readSchoolMails(ctx: Ctx, highSchoolId: string): Promise<MailLog> {
  return readLog(ctx, { sql: 'm.high_school_ids @> array[?::uuid]', params: [highSchoolId] });
}

/** The newest mails to an address, without sign-in codes, which are not kept. For administrators. */
export function readAddressMails(ctx: Ctx, email: string): Promise<MailLog> {
  return readLog(ctx, { sql: 'm.to_address = ?', params: [email.toLowerCase()] });
}

/** The newest mails to the addresses that a text stands in, notices and invites included. For administrators. */
export function findMails(ctx: Ctx, text: string): Promise<MailLog> {
  return readLog(ctx, containsText('m.to_address', text));
}

async function readLog(ctx: Ctx, { sql, params }: SqlFragment): Promise<MailLog> {
  authorize(ctx.actor, 'email.manage');
  const rows = await ctx.em.execute<LoggedRow[]>(
    `select m.id, m.to_address, coalesce(m.subject, d.template_name) as subject, m.delivery_id, m.state, m.response,
            coalesce(m.sent_at, m.created_at) as at,
            exists (select from bounced_address b where b.address = m.to_address) as has_bounced
       from outbox_mail m left join email_delivery d on d.id = m.delivery_id
      where ${sql} order by m.created_at desc, m.id desc limit ?`,
    [...params, SHOWN],
  );
  if (rows.length < SHOWN) return { mails: rows.map(loggedMail), total: rows.length };
  const [counted] = await ctx.em.execute<{ total: number }[]>(
    `select count(*)::int as total from outbox_mail m where ${sql}`,
    [...params],
  );
  return { mails: rows.map(loggedMail), total: counted?.total ?? rows.length };
}

function loggedMail(row: LoggedRow): LoggedMail {
  return {
    id: row.id,
    email: row.to_address,
    hasBounced: row.has_bounced,
    subject: row.subject,
    deliveryId: row.delivery_id,
    state: row.state,
    at: toIso(row.at),
    response: row.response,
  };
}
