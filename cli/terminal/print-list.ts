import { styleText } from 'node:util';
import { csvLines } from '#app/domain/exports/csv-format.ts';
import type { Page } from '#app/domain/listing.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { cellForPeople, cellForPrograms, type Column, type TimeStyle } from './cell-text.ts';
import { drawTable } from './draw-table.ts';

export interface PrintedList<Row> {
  readonly columns: readonly Column<Row>[];
  /** Pages of rows, printed as they arrive. */
  readonly pages: AsyncIterable<readonly Row[]>;
  readonly timeZone: string;
  /** Shown if a table would have no rows. */
  readonly empty: string;
}

/**
 * Prints rows in the requested format, and returns how many. CSV has no byte order mark, because it's for programs. The
 * first page sets a table's column widths.
 */
export async function printList<Row>(context: CommandContext, list: PrintedList<Row>): Promise<number> {
  switch (context.format) {
    case 'table':
      return printTable(context, list);
    case 'csv':
      return printCsv(context, list);
    case 'json':
      return printJson(context, list);
    case 'ndjson':
      return eachPage(list, (rows) => context.write(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
  }
}

/** Returns a single page for `printList`. */
export async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield await Promise.resolve(rows);
}

/** Reads a list page by page, by offset. */
export async function* pagesOf<Row>(
  size: number,
  read: (page: { limit: number; offset: number }) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; offset += size) {
    const rows = await read({ limit: size, offset });
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
  }
}

const PAGE_SIZE = 500;

/** Returns the rows for --limit and --offset, or else all rows, from `walk` or page by page. */
export async function* pagesFor<Row>(
  { limit, offset }: Page,
  read: (page: Page) => Promise<readonly Row[]>,
  walk: () => AsyncGenerator<readonly Row[]> = () => pagesOf(PAGE_SIZE, read),
): AsyncGenerator<readonly Row[]> {
  if (limit === undefined && offset === undefined) {
    yield* walk();
    return;
  }
  for (let skipped = 0; skipped < (limit ?? Infinity); skipped += PAGE_SIZE) {
    const size = Math.min(PAGE_SIZE, (limit ?? Infinity) - skipped);
    const rows = await read({ limit: size, offset: (offset ?? 0) + skipped });
    yield rows;
    if (rows.length < size) return;
  }
}

async function eachPage<Row>(
  { pages }: PrintedList<Row>,
  print: (rows: readonly Row[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    count += rows.length;
    await print(rows);
  }
  return count;
}

async function printTable<Row>(context: CommandContext, list: PrintedList<Row>): Promise<number> {
  const style = styleOf(context, list);
  const columns = list.columns.map(({ title, isNumber = false }) => ({ title, isNumber }));
  let first: readonly (readonly string[])[] | undefined;
  const count = await eachPage(list, async (rows) => {
    const cells = rows.map((row) => list.columns.map(({ cell }) => cellForPeople(cell(row), style)));
    const { head, body } = drawTable(columns, cells, context.width, first);
    const titles =
      first === undefined ? head.map((line) => (context.isColored ? styleText('bold', line) : line)) : [];
    first ??= cells;
    await context.write([...titles, ...body, ''].join('\n'));
  });
  if (count === 0) context.say(list.empty);
  return count;
}

async function printCsv<Row>(context: CommandContext, list: PrintedList<Row>): Promise<number> {
  const style = styleOf(context, list);
  await context.write(csvLines([list.columns.map(({ title }) => title)]));
  return eachPage(list, (rows) =>
    context.write(
      csvLines(rows.map((row) => list.columns.map(({ cell }) => cellForPrograms(cell(row), style)))),
    ),
  );
}

async function printJson<Row>(context: CommandContext, list: PrintedList<Row>): Promise<number> {
  let separator = '[\n';
  const count = await eachPage(list, async (rows) => {
    for (const row of rows) {
      await context.write(`${separator}${JSON.stringify(row, null, 2)}`);
      separator = ',\n';
    }
  });
  await context.write(count === 0 ? '[]\n' : '\n]\n');
  return count;
}

function styleOf(context: CommandContext, { timeZone }: { timeZone: string }): TimeStyle {
  return { timeZone, isUtc: context.isUtc };
}
