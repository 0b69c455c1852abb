import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { EmailLog } from '#app/schemas/delivery-screens.ts';
import { countLoggedEmails, type EmailLogFilter, selectLoggedEmails } from './mail-queries.server.ts';

const SHOWN = 20;

/** Returns the latest emails about a school, to any address. For administrators. */
export function readSchoolEmails(ctx: Ctx, highSchoolId: string): Promise<EmailLog> {
  return readLog(ctx, { highSchoolId });
}

/** Returns the latest emails to an address. Sign-in codes aren't stored. For administrators. */
export function readAddressEmails(ctx: Ctx, email: string): Promise<EmailLog> {
  return readLog(ctx, { toAddress: email.toLowerCase() });
}

/** Returns the latest emails to addresses that contain a text. For administrators. */
export function findEmails(ctx: Ctx, text: string): Promise<EmailLog> {
  return readLog(ctx, { text });
}

async function readLog(ctx: Ctx, wanted: EmailLogFilter): Promise<EmailLog> {
  authorize(ctx.actor, 'email.manage');
  const emails = await selectLoggedEmails(ctx, wanted, SHOWN);
  return { emails, total: emails.length < SHOWN ? emails.length : await countLoggedEmails(ctx, wanted) };
}
