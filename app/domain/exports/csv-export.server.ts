import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { byteStreamOf } from '#app/domain/exports/byte-stream.ts';
import { CSV_CONTENT_TYPE } from '#app/domain/exports/csv-format.ts';
import { takeExportPlace } from '#app/domain/exports/export-places.ts';
import type { ExportReader } from '#app/domain/exports/export-reader.ts';
import { inTurn } from '#app/domain/exports/export-turns.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { withinLimits } from '#db/work-limits.server.ts';

export interface CsvExport {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Streams `chunks` of CSV text as a file, each taken only when the reader asks for it. The first is ready when this answers, so
 * that what fails, fails here. Throws Busy where too many exports run.
 */
export async function csvExport(
  ctx: Ctx,
  fileName: string,
  { patienceSeconds }: ExportReader,
  chunks: () => AsyncGenerator<string, void>,
): Promise<CsvExport> {
  const placed = inPlace(ctx, chunks);
  // Each step has the limits of an export, whoever takes it: a reader's request has others.
  const limited = {
    next: () => withinLimits('export', () => placed.next()),
    return: () => withinLimits('export', () => placed.return()),
  };
  const first = await limited.next();
  return { fileName, contentType: CSV_CONTENT_TYPE, stream: byteStreamOf(first, limited, patienceSeconds) };
}

async function* inPlace(ctx: Ctx, chunks: () => AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  const giveBackPlace = takeExportPlace(connectionsOf(ctx.em));
  try {
    yield* chunks();
  } finally {
    giveBackPlace();
  }
}

/** What an export's transaction is set to; see `openCsvCursor`. */
const CURSOR_SETTINGS = { jit: 'off', random_page_cost: '1.1', DateStyle: 'ISO' };

/**
 * Opens the one cursor of an export in the caller's transaction. The time zone is the transaction's, for `to_char`, as is the style of
 * dates. Compiling a long query would take longer than running it; and where rows are looked up one after the other, an index that
 * gives them in their order saves a sort for each, which the planner takes for dear on the turning disks that it has in mind.
 */
export async function openCsvCursor(ctx: Ctx, query: SqlFragment): Promise<void> {
  const settings = { ...CURSOR_SETTINGS, TimeZone: ctx.settings.timeZone };
  const calls = Object.keys(settings).map(() => 'set_config(?, ?, true)');
  await ctx.em.execute(`select ${calls.join(', ')}`, Object.entries(settings).flat());
  await ctx.em.execute(`declare csv_export no scroll cursor for ${query.sql}`, [...query.params]);
}

/** The next portion; fetched while the reader takes the one before, so its failure waits until it is asked for. */
export function fetchCsvRows<Row extends object>(em: EntityManager, count: number): Promise<Row[]> {
  const rows = inTurn(() => em.execute<Row[]>(`fetch forward ${count} from csv_export`));
  rows.catch(() => undefined);
  return rows;
}

/** How many connections this process may have. */
function connectionsOf(em: EntityManager): number {
  return em.config.get('pool')?.max ?? 1;
}
