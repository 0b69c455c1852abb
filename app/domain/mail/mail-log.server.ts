import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { MailLog } from '#app/schemas/delivery-screens.ts';
import { countLoggedMails, type MailsWanted, selectLoggedMails } from './mail-queries.server.ts';

const SHOWN = 20;

/** Returns the latest emails about a school, to any address. For administrators. */
export function readSchoolMails(ctx: Ctx, highSchoolId: string): Promise<MailLog> {
  return readLog(ctx, { highSchoolId });
}

/** Returns the latest emails to an address. Sign-in codes aren't stored. For administrators. */
export function readAddressMails(ctx: Ctx, email: string): Promise<MailLog> {
  return readLog(ctx, { toAddress: email.toLowerCase() });
}

/** Returns the latest emails to addresses that contain a text. For administrators. */
export function findMails(ctx: Ctx, text: string): Promise<MailLog> {
  return readLog(ctx, { text });
}

async function readLog(ctx: Ctx, wanted: MailsWanted): Promise<MailLog> {
  authorize(ctx.actor, 'email.manage');
  const mails = await selectLoggedMails(ctx, wanted, SHOWN);
  return { mails, total: mails.length < SHOWN ? mails.length : await countLoggedMails(ctx, wanted) };
}
