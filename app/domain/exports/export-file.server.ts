import type { EntityManager } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { byteStreamOf } from './byte-stream.ts';
import { CSV } from './csv-format.ts';
import type { ExportFormat } from './export-format.ts';
import { WORKBOOK } from './workbook-format.server.ts';
import { Busy } from '#app/lib/domain-errors.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import type { ExportFormatName } from '#app/schemas/export.ts';
import { withinLimits } from '#db/work-limits.server.ts';

export interface ExportFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly stream: ReadableStream<Uint8Array>;
}

type Chunks = AsyncGenerator<string | Uint8Array, void>;

const FORMATS: Readonly<Record<ExportFormatName, ExportFormat>> = { csv: CSV, xlsx: WORKBOOK };

/**
 * Streams `chunks` as a file at the reader's pace. Resolves with the first chunk, so that errors reject.
 * @param name the file's name without its extension
 * @throws {Busy} when too many exports are running
 */
export async function exportFile(
  ctx: Ctx,
  name: string,
  { timeoutSeconds, format: formatName }: ExportReader,
  chunks: (format: ExportFormat) => Chunks,
): Promise<ExportFile> {
  const format = FORMATS[formatName];
  const withSlot = inExportSlot(ctx, () => chunks(format));
  // Each chunk runs with an export's limits, because the request that reads it has other ones.
  const limited = {
    next: () => withinLimits('export', () => withSlot.next()),
    return: () => withinLimits('export', () => withSlot.return()),
  };
  const first = await limited.next();
  return {
    fileName: `${name}.${format.extension}`,
    contentType: format.contentType,
    stream: byteStreamOf(first, limited, timeoutSeconds),
  };
}

async function* inExportSlot(ctx: Ctx, chunks: () => Chunks): Chunks {
  const releaseSlot = reserveExportSlot(connectionsOf(ctx.em));
  try {
    yield* chunks();
  } finally {
    releaseSlot();
  }
}

/** Returns the maximum number of database connections of this process. */
export function connectionsOf(em: EntityManager): number {
  return em.config.get('pool')?.max ?? 1;
}

/** The consumer of an export and its options. */
export interface ExportReader {
  readonly format: ExportFormatName;
  /** Name of the export profile with the columns of designations; null for all columns. */
  readonly profile: string | null;
  /** How long the reader may accept less than 64 KiB before it counts as disconnected; null for no limit. */
  readonly timeoutSeconds: number | null;
  /** Whether to omit designations that were downloaded before. */
  readonly isOnlyNew: boolean;
  /** Whether to mark the designations as downloaded. */
  readonly isMarking: boolean;
  /** Called with the number of designations, schools, or users in each batch, before it is written. */
  readonly onBatch: (count: number) => void;
  /**
   * Completes the file, for example by renaming it, before the downloads are committed. Rejecting rolls back.
   */
  readonly finish: () => Promise<void>;
}

/** Limited, because a slow browser would keep a database connection from other requests. */
export const BROWSER: ExportReader = {
  format: 'csv',
  profile: null,
  timeoutSeconds: 30,
  isOnlyNew: false,
  isMarking: true,
  onBatch: () => undefined,
  finish: () => Promise.resolve(),
};

/** What a download in a browser asks for. */
export interface BrowserExport {
  readonly format?: ExportFormatName | undefined;
  readonly profile?: string | undefined;
}

/** Returns the options of a download in a browser: by default CSV with all columns. */
export function browserExport({ format = BROWSER.format, profile }: BrowserExport): ExportReader {
  return { ...BROWSER, format, profile: profile ?? null };
}

/**
 * Maximum number of exports per process. Each holds a database connection and briefly needs a second one for
 * each batch; the rest of the pool is for other requests.
 */
export const EXPORTS_AT_ONCE = 5;
const RETRY_SECONDS = 10;

let taken = 0;

/**
 * Reserves a slot and returns a function that releases it. Never uses the last of `connections`, because
 * exports could otherwise wait for a second connection forever.
 * @throws {Busy} when no slot is free
 */
export function reserveExportSlot(connections: number): () => void {
  if (taken >= Math.min(EXPORTS_AT_ONCE, connections - 1)) {
    throw new Busy(DESIGNATION_MESSAGES.downloadsBusy, RETRY_SECONDS);
  }
  taken += 1;
  let isHeld = true;
  return () => {
    if (isHeld) taken -= 1;
    isHeld = false;
  };
}
