import { listBouncedAddresses, noteBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findUserInvite } from '#app/domain/invites/list-invites.server.ts';
import { findUserOfAddress } from '#app/domain/users/read-users.server.ts';
import { type BounceReport, BounceReportSchema } from '#app/schemas/email.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyUnasked } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { parseFields } from '#cli/parse-options.server.ts';

export interface BounceOptions extends ChangeOptions {
  readonly reason?: string;
}

/** `laurel emails bounce ADDRESS [--reason R]`: records a bounce, also for an unknown address, with a warning. */
export async function emailsBounce(
  context: CommandContext,
  address: string,
  { reason = '', ...options }: BounceOptions,
): Promise<ExitCode> {
  const report = parseFields(BounceReportSchema, { email: address, reason }, { email: 'ADDRESS' });
  return withServices(context, async (ctx) => {
    if (await isAlready(ctx, report)) {
      context.say(`${report.email} is already recorded as bounced.`);
      return EXIT.nothingToDo;
    }
    const { isDone } = await applyUnasked(options, ctx, (tx) =>
      noteBounce(tx, { email: report.email, source: 'CLI', reason: report.reason }),
    );
    if (await isNobodys(ctx, report.email)) {
      context.say(`No account or open invite has the address ${report.email}. Is it correct?`);
    }
    context.say(
      isDone
        ? `We won't email ${report.email} until an administrator clears it.`
        : `Would record ${report.email} as bounced.`,
    );
    return EXIT.done;
  });
}

async function isAlready(ctx: Ctx, { email, reason }: BounceReport): Promise<boolean> {
  const { items } = await listBouncedAddresses(ctx, { email });
  const known = items.find(({ address }) => address === email.toLowerCase());
  return known !== undefined && (reason === '' || reason === known.reason);
}

async function isNobodys(ctx: Ctx, email: string): Promise<boolean> {
  return (await findUserOfAddress(ctx, email)) === null && (await findUserInvite(ctx, email)) === null;
}
