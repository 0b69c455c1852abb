import type { z } from 'zod';
import type { ImportedTable } from './imported-table.server.ts';
import type { ImportProblems } from './import-problems.ts';
import type { CsvLine } from '#app/lib/csv/csv-table.ts';
import { IMPORT_MESSAGES } from '#app/messages/import-messages.ts';
import { Uuid, WrittenInstant } from '#app/schemas/fields.ts';
import { readWallClock } from '#app/lib/time/wall-clock.ts';

/** Reads the cells of one row, and reports what is wrong with them. */
export class ListRow<Field extends string> {
  readonly line: CsvLine;
  readonly #table: ImportedTable<Field>;
  readonly #problems: ImportProblems;

  constructor(line: CsvLine, table: ImportedTable<Field>, problems: ImportProblems) {
    this.line = line;
    this.#table = table;
    this.#problems = problems;
  }

  text(field: Field): string {
    return this.#table.cell(this.line, field);
  }

  /** Returns the cell of another line. */
  textOf(line: CsvLine, field: Field): string {
    return this.#table.cell(line, field);
  }

  has(field: Field): boolean {
    return this.#table.headers.has(field);
  }

  report(field: Field | null, message: string): void {
    const column = field === null ? null : (this.#table.headers.get(field) ?? null);
    this.#problems.add(this.line.number, column, message);
  }

  /** Returns null for an empty cell, and reports a cell for which `read` returns null. */
  read<Value>(field: Field, read: (cell: string) => Value | null, message: string): Value | null {
    const cell = this.text(field);
    if (cell === '') return null;
    const value = read(cell);
    if (value === null) this.report(field, message);
    return value;
  }

  /** Like `read`, with the messages of a schema. */
  parse<Value>(field: Field, schema: z.ZodType<Value>): Value | null {
    const cell = this.text(field);
    if (cell === '') return null;
    const parsed = schema.safeParse(cell);
    if (parsed.success) return parsed.data;
    this.report(field, parsed.error.issues[0]?.message ?? '');
    return null;
  }

  id(field: Field): string | null {
    return this.read(field, (cell) => Uuid.safeParse(cell).data ?? null, IMPORT_MESSAGES.noId);
  }

  /** Returns the one of `values` that the cell contains, as the value or as its label, ignoring case. */
  oneOf<Value extends string>(
    field: Field,
    values: readonly Value[],
    labels: Readonly<Record<Value, string>>,
  ): Value | null {
    const found = (cell: string) => valueOf(cell, values, labels);
    return this.read(field, found, IMPORT_MESSAGES.oneOf(values.map((value) => labels[value])));
  }

  /** Like `oneOf`, for several values separated by semicolons. */
  someOf<Value extends string>(
    field: Field,
    values: readonly Value[],
    labels: Readonly<Record<Value, string>>,
  ): Value[] {
    const found = this.read(
      field,
      (cell) => {
        const parts = cell.split(';').map((part) => valueOf(part.trim(), values, labels));
        return parts.includes(null) ? null : parts;
      },
      IMPORT_MESSAGES.oneOf(values),
    );
    return [...new Set(found)].filter((value) => value !== null);
  }

  /** Returns an ISO 8601 instant in UTC. A day without a time begins at midnight in `timeZone`. */
  instant(field: Field, { now, timeZone }: { readonly now: Date; readonly timeZone: string }): string | null {
    const at = this.read(field, (cell) => instantOf(cell, timeZone), IMPORT_MESSAGES.noInstant);
    if (at === null || Date.parse(at) <= now.getTime() + CLOCK_DIFFERENCE_MS) return at;
    this.report(field, IMPORT_MESSAGES.futureDate);
    return null;
  }
}

/** The clock of the machine that wrote the list may be ahead. */
const CLOCK_DIFFERENCE_MS = 24 * 60 * 60_000;

const DAY_AND_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/;

function instantOf(cell: string, timeZone: string): string | null {
  const written = WrittenInstant.safeParse(cell);
  if (written.success) return written.data;
  const [, day, time = '00:00'] = DAY_AND_TIME.exec(cell) ?? [];
  return day === undefined ? null : (readWallClock(`${day}T${time}`, timeZone).instant ?? null);
}

function valueOf<Value extends string>(
  text: string,
  values: readonly Value[],
  labels: Readonly<Record<Value, string>>,
): Value | null {
  const wanted = text.toLowerCase();
  return (
    values.find((value) => value.toLowerCase() === wanted || labels[value].toLowerCase() === wanted) ?? null
  );
}
