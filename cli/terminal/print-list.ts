import { styleText } from 'node:util';
import { csvLines } from '#app/domain/exports/csv-format.ts';
import type { Page } from '#app/domain/listing.ts';
import type { Call } from '#cli/call.ts';
import { cellForPeople, cellForPrograms, type TimeStyle } from './cell-text.ts';
import type { Column } from './columns.ts';
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
export async function printList<Row>(call: Call, list: PrintedList<Row>): Promise<number> {
  switch (call.format) {
    case 'table':
      return printTable(call, list);
    case 'csv':
      return printCsv(call, list);
    case 'json':
      return printJson(call, list);
    case 'ndjson':
      return eachPage(list, (rows) => call.write(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
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

async function printTable<Row>(call: Call, list: PrintedList<Row>): Promise<number> {
  const style = styleOf(call, list);
  const columns = list.columns.map(({ title, isNumber = false }) => ({ title, isNumber }));
  let first: readonly (readonly string[])[] | undefined;
  const count = await eachPage(list, async (rows) => {
    const cells = rows.map((row) => list.columns.map(({ cell }) => cellForPeople(cell(row), style)));
    const { head, body } = drawTable(columns, cells, call.width, first);
    const titles =
      first === undefined ? head.map((line) => (call.isColored ? styleText('bold', line) : line)) : [];
    first ??= cells;
    await call.write([...titles, ...body, ''].join('\n'));
  });
  if (count === 0) call.say(list.empty);
  return count;
}

async function printCsv<Row>(call: Call, list: PrintedList<Row>): Promise<number> {
  const style = styleOf(call, list);
  await call.write(csvLines([list.columns.map(({ title }) => title)]));
  return eachPage(list, (rows) =>
    call.write(
      csvLines(rows.map((row) => list.columns.map(({ cell }) => cellForPrograms(cell(row), style)))),
    ),
  );
}

async function printJson<Row>(call: Call, list: PrintedList<Row>): Promise<number> {
  let separator = '[\n';
  const count = await eachPage(list, async (rows) => {
    for (const row of rows) {
      await call.write(`${separator}${JSON.stringify(row, null, 2)}`);
      separator = ',\n';
    }
  });
  await call.write(count === 0 ? '[]\n' : '\n]\n');
  return count;
}

function styleOf(call: Call, { timeZone }: { timeZone: string }): TimeStyle {
  return { timeZone, isUtc: call.isUtc };
}
