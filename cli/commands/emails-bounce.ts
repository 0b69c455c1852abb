import { noteBounce } from '#app/domain/bounces/bounced-addresses.server.ts';
import { BounceReportSchema } from '#app/schemas/email.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';

/** `laurel emails bounce ADDRESS [--reason R]`: mail to the address came back, so it gets none until an administrator clears it. */
export async function emailsBounce(
  call: Call,
  address: string,
  { reason = '' }: { reason?: string },
): Promise<ExitCode> {
  const report = parseFields(BounceReportSchema, { email: address, reason }, { email: 'ADDRESS' });
  await withCommandContext(call, (ctx) =>
    noteBounce(ctx, { email: report.email, source: 'CLI', reason: report.reason }),
  );
  call.say(`No more mail goes to ${report.email} until an administrator clears it.`);
  return EXIT.done;
}
