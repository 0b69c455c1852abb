import { z } from 'zod';
import type { StoredChainEntry } from '#app/domain/disclosures/chain-queries.server.ts';
import {
  type ChainError,
  type ChainHead,
  verifyDisclosureChain,
  streamChain,
} from '#app/domain/disclosures/disclosure-chain.server.ts';
import { counted, formatNumber, plural } from '#app/lib/text/counted.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { printList } from '#cli/terminal/print-list.ts';
import { withServices } from '#cli/with-services.server.ts';

export interface VerifyOptions {
  readonly expect?: string;
}

export interface DisclosureExportOptions {
  readonly after?: string;
}

const HEAD_MESSAGE =
  'Enter the line that an earlier verify printed: a position, a colon, and 64 hexadecimal digits.';

const VerifySchema = z.object({
  expect: z
    .string()
    .trim()
    .regex(/^\d{1,9}:[0-9a-f]{64}$/, HEAD_MESSAGE)
    .transform((line): ChainHead => {
      const [position = '', hash = ''] = line.split(':');
      return { position: Number(position), hash };
    })
    .nullable(),
});

const POSITION_MESSAGE = 'Enter a whole number, 0 or more.';

const ExportSchema = z.object({
  after: z.coerce
    .number(POSITION_MESSAGE)
    .int(POSITION_MESSAGE)
    .min(0, POSITION_MESSAGE)
    .max(2_147_483_647, POSITION_MESSAGE),
});

const CHAIN_ERRORS: Readonly<Record<ChainError['kind'], string>> = {
  CHANGED: 'This disclosure or an entry before it was changed.',
  DELETED: 'The disclosure of this entry was removed.',
  MISSING_ENTRY: 'This entry was removed.',
  UNEXPECTED: "The chain differs from --expect, or ends before it. Don't trust the log from here on.",
};

/**
 * `laurel disclosures verify`: recalculates the disclosure log's hash chain.
 *
 * @throws {CommandFailure} when a disclosure was changed or removed, or --expect isn't a line of verify (usage error)
 */
export async function disclosuresVerify(context: CommandContext, options: VerifyOptions): Promise<ExitCode> {
  const { expect: known } = parseFields(VerifySchema, { expect: options.expect ?? null });
  return withServices(context, async (ctx) => {
    const { entries, head, error, unchained } = await verifyDisclosureChain(ctx, known);
    if (error !== null) {
      throw new CommandFailure(
        `The log isn't intact at entry ${formatNumber(error.position)}. ${CHAIN_ERRORS[error.kind]} Compare it with a copy or a backup.`,
      );
    }
    if (unchained > 0) {
      throw new CommandFailure(
        `${counted(unchained, 'disclosure')} older than an hour ${plural(unchained, "isn't", "aren't")} in the chain. Is a server or worker running?`,
      );
    }
    context.say(`The log is intact: ${counted(entries, 'entry', 'entries')}.`);
    if (head !== null) await context.write(`${head.position}:${head.hash}\n`);
    return EXIT.done;
  });
}

const COLUMNS: readonly Column<StoredChainEntry>[] = [
  { title: 'Position', isNumber: true, cell: ({ position }) => position },
  { title: 'Hash', cell: ({ hash }) => hash },
  { title: 'Digest', cell: ({ digest }) => digest },
  { title: 'Disclosure', cell: ({ record }) => record },
];

/** `laurel disclosures export [--after POSITION]`: prints the chain's entries, oldest first. */
export async function disclosuresExport(
  context: CommandContext,
  options: DisclosureExportOptions,
): Promise<ExitCode> {
  const { after } = parseFields(ExportSchema, { after: options.after ?? 0 });
  await withServices(context, async (ctx) => {
    await printList(context, {
      columns: COLUMNS,
      pages: streamChain(ctx, after),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no entries.',
    });
  });
  return EXIT.done;
}
