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
 * Streams `chunks` of CSV text as a file, each taken only when the reader asks for it. The first is ready when this answers, so
 * that what fails, fails here. Throws Busy where too many exports run.
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
   * Makes what was taken whole, such as by giving a file its name: asked for when the last portion was taken, and before the marks are
   * committed. Where it throws, nothing is marked.
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
 * Exports that one process runs at a time. Each holds a database connection for as long as its reader takes, and wants a second
 * one for a moment before each portion; the others of the pool are everybody's.
 */
export const EXPORTS_AT_ONCE = 5;
const RETRY_SECONDS = 10;

let taken = 0;

/**
 * Takes a place and answers what gives it back, once. Throws Busy where none is free. Of the process's `connections` exports
 * never hold the last one: else each could wait for a second one that only the others could give back.
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
