import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { byteStreamOf } from './byte-stream.ts';
import { CSV_CONTENT_TYPE } from './csv-format.ts';
import { Busy } from '#app/lib/domain-errors.ts';
import { withinLimits } from '#db/work-limits.server.ts';

export interface CsvExport {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: ReadableStream<Uint8Array>;
}

/**
 * Streams `chunks` of CSV text as a file at the reader's pace. Resolves with the first chunk, so that errors reject.
 * @throws {Busy} when too many exports are running
 */
export async function csvExport(
  ctx: Ctx,
  fileName: string,
  { patienceSeconds }: ExportReader,
  chunks: () => AsyncGenerator<string, void>,
): Promise<CsvExport> {
  const withSlot = inExportSlot(ctx, chunks);
  // Each step has the limits of an export, whoever takes it: a reader's request has others.
  const limited = {
    next: () => withinLimits('export', () => withSlot.next()),
    return: () => withinLimits('export', () => withSlot.return()),
  };
  const first = await limited.next();
  return { fileName, contentType: CSV_CONTENT_TYPE, stream: byteStreamOf(first, limited, patienceSeconds) };
}

async function* inExportSlot(
  ctx: Ctx,
  chunks: () => AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  const releaseSlot = takeExportSlot(connectionsOf(ctx.em));
  try {
    yield* chunks();
  } finally {
    releaseSlot();
  }
}

/** How many connections this process may have. */
function connectionsOf(em: EntityManager): number {
  return em.config.get('pool')?.max ?? 1;
}

/** Who takes an export, and what it wants otherwise than others. */
export interface ExportReader {
  /** How long it may take less than 64 KiB before it counts as gone; null for as long as it likes. */
  readonly patienceSeconds: number | null;
  /** True leaves out what was downloaded before. */
  readonly isOnlyNew: boolean;
  /** False leaves no mark that designations were downloaded. */
  readonly isMarking: boolean;
  /** Told, when it has taken a portion, how many designations, schools or users were in it. */
  readonly taken: (count: number) => void;
  /**
   * Completes the file, for example by renaming it, before the downloads are committed. If it rejects, none are.
   */
  readonly finish: () => Promise<void>;
}

/** The database connection of a browser that takes hardly anything is wanted elsewhere. */
export const BROWSER: ExportReader = {
  patienceSeconds: 30,
  isOnlyNew: false,
  isMarking: true,
  taken: () => undefined,
  finish: () => Promise.resolve(),
};

/**
 * How many exports a process runs at a time. Each holds a database connection, and needs a second one briefly for each
 * batch; the rest of the pool is for other requests.
 */
export const EXPORTS_AT_ONCE = 5;
const RETRY_SECONDS = 10;

let taken = 0;

/**
 * Reserves a slot and returns a function that releases it. Exports never use the last of `connections`, because each
 * could otherwise wait for a second one forever.
 * @throws {Busy} when none is free
 */
export function takeExportSlot(connections: number): () => void {
  if (taken >= Math.min(EXPORTS_AT_ONCE, connections - 1)) {
    throw new Busy('Several downloads are running already. Try again in a few seconds.', RETRY_SECONDS);
  }
  taken += 1;
  let isHeld = true;
  return () => {
    if (isHeld) taken -= 1;
    isHeld = false;
  };
}
