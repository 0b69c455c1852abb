import { noteBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findUserInvite } from '#app/domain/invites/find-user-invite.server.ts';
import { findUserOfAddress } from '#app/domain/users/find-user-of-address.server.ts';
import { BounceReportSchema } from '#app/schemas/email.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';

/**
 * `laurel emails bounce ADDRESS [--reason R]`: mail to the address came back, so it gets none until an administrator clears it. That nobody has
 * the address is said, and hinders nothing: mail was sent to it once.
 */
export async function emailsBounce(
  call: Call,
  address: string,
  { reason = '' }: { reason?: string },
): Promise<ExitCode> {
  const report = parseFields(BounceReportSchema, { email: address, reason }, { email: 'ADDRESS' });
  await withCommandContext(call, async (ctx) => {
    await noteBounce(ctx, { email: report.email, source: 'CLI', reason: report.reason });
    if (await isNobodys(ctx, report.email)) {
      call.say(`Nobody has the address ${report.email}, neither an account nor an open invite: is it right?`);
    }
  });
  call.say(`No more mail goes to ${report.email} until an administrator clears it.`);
  return EXIT.done;
}

async function isNobodys(ctx: Ctx, email: string): Promise<boolean> {
  return (await findUserOfAddress(ctx, email)) === null && (await findUserInvite(ctx, email)) === null;
}
