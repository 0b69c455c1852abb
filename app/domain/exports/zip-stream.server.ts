import { createDeflateRaw, crc32 } from 'node:zlib';
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate';

/** Faster than the default 6, and within a tenth of its size for a sheet's repetitive XML. */
const LEVEL = 3;
/** Without ZIP64 records, which some readers of workbooks don't know, sizes have 32 bits. */
const SIZE_MAX = 0xffffffff;
const DEFLATE = 8;

/** Writes a zip archive part by part. Its bytes wait in memory until `take`. */
export class ZipStream {
  readonly #waiting: Uint8Array[] = [];
  #written = 0;
  #part: ZipPart | null = null;
  readonly #zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    this.#written += bytes.byteLength;
    this.#waiting.push(bytes);
  });

  /** Ends the previous part and begins another. */
  async begin(name: string): Promise<void> {
    await this.#part?.end();
    this.#part = new ZipPart(name);
    this.#zip.add(this.#part);
  }

  /**
   * Adds text to the current part.
   * @throws {Error} when the part or archive becomes larger than a zip archive can be
   */
  async write(text: string): Promise<void> {
    await this.#part?.write(text);
    if (this.#written > SIZE_MAX || (this.#part?.size ?? 0) > SIZE_MAX) {
      throw new Error('The archive is larger than 4 GB.');
    }
  }

  /** Ends the archive. */
  async end(): Promise<void> {
    await this.#part?.end();
    this.#zip.end();
  }

  /** Returns the bytes written since the last call; null if there are none. */
  take(): Uint8Array | null {
    const taken = this.#waiting.splice(0);
    return taken.length === 0 ? null : Buffer.concat(taken);
  }

  /** Frees the memory of an archive that isn't completed. */
  discard(): void {
    this.#part?.discard();
  }
}

/** A file in the archive, compressed by Node's zlib, which doesn't occupy the thread. */
class ZipPart implements ZipInputFile {
  readonly filename: string;
  readonly compression = DEFLATE;
  size = 0;
  crc = 0;
  ondata: AsyncFlateStreamHandler = () => undefined;
  readonly #deflate = createDeflateRaw({ level: LEVEL });
  /** Resolves once everything written so far is compressed. */
  #compressed: Promise<void> = Promise.resolve();

  constructor(filename: string) {
    this.filename = filename;
    this.#deflate.on('data', (bytes: Uint8Array<ArrayBuffer>) => this.ondata(null, bytes, false));
  }

  /** Resolves once the previous text is compressed. The caller builds the next text while this one is compressed. */
  async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    this.size += bytes.byteLength;
    this.crc = crc32(bytes, this.crc);
    const previous = this.#compressed;
    this.#compressed = new Promise((resolve, reject) => {
      this.#deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
    // The next call throws its error.
    this.#compressed.catch(() => undefined);
    await previous;
  }

  async end(): Promise<void> {
    await this.#compressed;
    await new Promise((resolve, reject) => {
      this.#deflate.once('end', resolve).once('error', reject).end();
    });
    this.ondata(null, new Uint8Array(), true);
  }

  discard(): void {
    this.#deflate.destroy();
  }
}
