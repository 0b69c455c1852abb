import { searchEverywhere } from '#app/domain/search/search-everywhere.server.ts';
import { SEARCH_MESSAGES } from '#app/messages/search-messages.ts';
import { searchResultGroups, type SearchResult } from '#app/messages/search-labels.ts';
import { SearchSchema } from '#app/schemas/search.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';
import { readInput, STDIN } from '#cli/read-input.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';
import { withServices } from '#cli/with-services.server.ts';

/** Far more than a search text may have. */
const INPUT_BYTES_MAX = 10_000;

interface FoundRow extends SearchResult {
  /** Like 'School'. */
  readonly kind: string;
}

const COLUMNS: readonly Column<FoundRow>[] = [
  { title: 'Type', cell: ({ kind }) => kind },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Details', cell: ({ details }) => details },
  { title: 'ID', cell: ({ id }) => id },
];

/** `laurel search [TEXT]`: text from standard input isn't in the shell's history or the list of processes. */
export async function search(context: CommandContext, typed: string | undefined): Promise<ExitCode> {
  const input =
    typed ?? new TextDecoder().decode(await readInput(context, STDIN, INPUT_BYTES_MAX)).replace(/\r?\n$/, '');
  const { text } = parseFields(SearchSchema, { text: input }, { text: 'TEXT' });
  await withServices(context, async (ctx) => {
    const groups = searchResultGroups(await searchEverywhere(ctx, text));
    await printList(context, {
      columns: COLUMNS,
      pages: onePage(groups.flatMap(({ kind, results }) => results.map((result) => ({ kind, ...result })))),
      timeZone: ctx.settings.timeZone,
      empty: SEARCH_MESSAGES.nothing,
    });
    for (const { more } of groups) if (more !== null) context.say(more);
  });
  return EXIT.done;
}
