import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { MailLog } from '#app/schemas/mail-log.ts';
import { countLoggedMails, type MailsWanted, selectLoggedMails } from './mail-queries.server.ts';

/** How many emails a log shows. */
const SHOWN = 20;

/** The newest emails that were written because of a school, to whomever. For administrators. */
export function readSchoolMails(ctx: Ctx, highSchoolId: string): Promise<MailLog> {
  return readLog(ctx, { highSchoolId });
}

/** The newest emails to an address, without sign-in codes, which are not kept. For administrators. */
export function readAddressMails(ctx: Ctx, email: string): Promise<MailLog> {
  return readLog(ctx, { toAddress: email.toLowerCase() });
}

/** The newest emails to the addresses that a text stands in, notices and invites included. For administrators. */
export function findMails(ctx: Ctx, text: string): Promise<MailLog> {
  return readLog(ctx, { text });
}

async function readLog(ctx: Ctx, wanted: MailsWanted): Promise<MailLog> {
  authorize(ctx.actor, 'email.manage');
  const mails = await selectLoggedMails(ctx, wanted, SHOWN);
  return { mails, total: mails.length < SHOWN ? mails.length : await countLoggedMails(ctx, wanted) };
}
