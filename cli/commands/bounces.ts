import {
  clearBounce,
  listBouncedAddresses,
  recordBounce,
} from '#app/domain/bounces/bounced-addresses.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { findUserInvite } from '#app/domain/invites/list-invites.server.ts';
import { findUserByAddress } from '#app/domain/users/read-users.server.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { BounceListQuerySchema } from '#app/schemas/bounce-screens.ts';
import { type BouncedAddress, type BounceReport, BounceReportSchema } from '#app/schemas/email.ts';
import { BOUNCE_SOURCE_LABELS } from '#app/messages/delivery-labels.ts';
import { applyChange, applyWithoutConfirmation, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields, parseListFilter } from '#cli/parse-options.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { withServices } from '#cli/with-services.server.ts';

const COLUMNS: readonly Column<BouncedAddress>[] = [
  { title: 'Address', cell: ({ address }) => address },
  { title: 'Reason', cell: ({ reason }) => reason },
  { title: 'Reported by', cell: ({ source }) => BOUNCE_SOURCE_LABELS[source] },
  { title: 'When', cell: ({ bouncedAt }) => instant(bouncedAt) },
];

export interface BounceListOptions {
  readonly email?: string;
  readonly limit?: string;
  readonly offset?: string;
}

/** `laurel bounces list [--email TEXT]`: lists bounced addresses, newest first. */
export async function bouncesList(
  context: CommandContext,
  { email, limit, offset }: BounceListOptions,
): Promise<ExitCode> {
  const query = parseListFilter(BounceListQuerySchema, { email, limit, offset });
  await withServices(context, (ctx) =>
    printList(context, {
      columns: COLUMNS,
      pages: pagesFor(
        query,
        async (page) => (await listBouncedAddresses(ctx, { email: query.email, page })).items,
      ),
      timeZone: ctx.settings.timeZone,
      empty: email === undefined ? 'No addresses have bounced.' : 'No bounced addresses match.',
    }),
  );
  return EXIT.done;
}

/** `laurel bounces clear ADDRESS`: allows email to a bounced address again. */
export async function bouncesClear(
  context: CommandContext,
  typed: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  const { email } = parseFields(BounceReportSchema, { email: typed }, { email: 'ADDRESS' });
  return withServices(context, async (ctx) => {
    if ((await findBounce(ctx, email)) === undefined) {
      context.say(EMAIL_MESSAGES.notBounced(email));
      return EXIT.nothingToDo;
    }
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => clearBounce(tx, email),
      question: () => EMAIL_MESSAGES.resumeQuestion(email),
    });
    context.say(isDone ? EMAIL_MESSAGES.resumed(email) : `Would resume email to ${email}.`);
    return EXIT.done;
  });
}

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
    const { isDone } = await applyWithoutConfirmation(options, ctx, (tx) =>
      recordBounce(tx, { email: report.email, source: 'CLI', reason: report.reason }),
    );
    if (await belongsToNoAccount(ctx, report.email)) {
      context.say(`No account or open invite has the address ${report.email}. Is it correct?`);
    }
    context.say(
      isDone
        ? `We won't email ${report.email}, except for sign-in codes, until an administrator clears it.`
        : `Would record ${report.email} as bounced.`,
    );
    return EXIT.done;
  });
}

async function isAlready(ctx: Ctx, { email, reason }: BounceReport): Promise<boolean> {
  const known = await findBounce(ctx, email);
  return known !== undefined && (reason === '' || reason === known.reason);
}

async function belongsToNoAccount(ctx: Ctx, email: string): Promise<boolean> {
  return (await findUserByAddress(ctx, email)) === null && (await findUserInvite(ctx, email)) === null;
}

async function findBounce(ctx: Ctx, email: string): Promise<BouncedAddress | undefined> {
  const { items } = await listBouncedAddresses(ctx, { email });
  return items.find(({ address }) => address === email.toLowerCase());
}
