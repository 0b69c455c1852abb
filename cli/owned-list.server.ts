import type { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Page } from '#app/domain/listing.ts';
import type { CommandContext } from './command-context.ts';
import { EXIT, type ExitCode } from './command-failure.ts';
import { type PageOptions, parseListFilter } from './parse-options.server.ts';
import { findUserId } from './references.server.ts';
import type { Column } from './terminal/cell-text.ts';
import { pagesFor, printList } from './terminal/print-list.ts';
import { withServices } from './with-services.server.ts';

export interface OwnedListOptions extends PageOptions {
  readonly user?: string;
}

interface OwnedList<Row, Schema extends z.ZodType<Page>> {
  readonly columns: readonly Column<Row>[];
  readonly query: Schema;
  readonly list: (ctx: Ctx, query: z.output<Schema>) => Promise<{ readonly items: readonly Row[] }>;
  readonly empty: string;
}

/** Prints a list of what users have, such as passkeys: everyone's, or with --user that of one user. */
export async function printOwnedList<Row, Schema extends z.ZodType<Page>>(
  context: CommandContext,
  { user, direction, limit, offset }: OwnedListOptions,
  { columns, query: schema, list, empty }: OwnedList<Row, Schema>,
): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const userId = user === undefined ? undefined : await findUserId(ctx, user);
    const query = parseListFilter(schema, { userId, direction, limit, offset });
    await printList(context, {
      columns,
      pages: pagesFor(query, async (page) => (await list(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty,
    });
  });
  return EXIT.done;
}
