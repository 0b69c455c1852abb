import { csvLines } from '#app/domain/exports/csv-format.ts';
import type { Call } from '#cli/call.ts';
import { cellForPeople, cellForPrograms } from './cell-text.ts';
import type { Column } from './columns.ts';
import { drawTable } from './draw-table.ts';

export interface PrintedThing<Thing> {
  readonly thing: Thing;
  readonly fields: readonly Column<Thing>[];
  readonly timeZone: string;
}

/** Prints one thing in the format that the call wants: a table of its fields, CSV of one line, or its JSON. */
export async function printThing<Thing>(
  call: Call,
  { thing, fields, timeZone }: PrintedThing<Thing>,
): Promise<void> {
  const style = { timeZone, isUtc: call.isUtc };
  switch (call.format) {
    case 'table': {
      const rows = fields.map(({ title, cell }) => [title, cellForPeople(cell(thing), style)]);
      const columns = [
        { title: 'Field', isNumber: false },
        { title: 'Value', isNumber: false },
      ];
      const { body } = drawTable(columns, rows, call.width);
      return call.write([...body, ''].join('\n'));
    }
    case 'csv': {
      const cells = fields.map(({ cell }) => cellForPrograms(cell(thing), style));
      return call.write(csvLines([fields.map(({ title }) => title), cells]));
    }
    case 'json':
      return call.write(`${JSON.stringify(thing, null, 2)}\n`);
    case 'ndjson':
      return call.write(`${JSON.stringify(thing)}\n`);
  }
}
