import { csvLines } from '#app/domain/exports/csv-format.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { cellForPeople, cellForPrograms, type Column } from './cell-text.ts';
import { drawTable } from './draw-table.ts';
import { printableLines } from './printable.ts';

export interface PrintedRecord<Item> {
  readonly record: Item;
  readonly fields: readonly Column<Item>[];
  readonly timeZone: string;
}

/** Prints one record in the requested format: a table of its fields, one CSV line, or JSON. */
export async function printRecord<Item>(
  context: CommandContext,
  { record, fields, timeZone }: PrintedRecord<Item>,
): Promise<void> {
  const style = { timeZone, isUtc: context.isUtc };
  switch (context.format) {
    case 'table': {
      const rows = fields.map(({ title, cell }) => [title, cellForPeople(cell(record), style)]);
      const columns = [
        { title: 'Field', isNumber: false },
        { title: 'Value', isNumber: false },
      ];
      const { body } = drawTable(columns, rows, context.width);
      return context.write([...body, ''].join('\n'));
    }
    case 'csv': {
      const cells = fields.map(({ cell }) => cellForPrograms(cell(record), style));
      return context.write(csvLines([fields.map(({ title }) => title), cells]));
    }
    case 'json':
      return context.write(`${JSON.stringify(record, null, 2)}\n`);
    case 'ndjson':
      return context.write(`${JSON.stringify(record)}\n`);
  }
}

/** Prints text and ends its last line. On a terminal, removes control characters. */
export async function printText(context: CommandContext, text: string): Promise<void> {
  const shown = context.width === null ? text : printableLines(text);
  await context.write(shown === '' || shown.endsWith('\n') ? shown : `${shown}\n`);
}
