import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { byteStreamOf } from '#app/domain/exports/byte-stream.ts';
import { CSV_CONTENT_TYPE } from '#app/domain/exports/csv-format.ts';
import { takeExportPlace } from '#app/domain/exports/export-places.ts';
import type { ExportReader } from '#app/domain/exports/export-reader.ts';
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

/** How many connections this process may have. */
function connectionsOf(em: EntityManager): number {
  return em.config.get('pool')?.max ?? 1;
}
