/** Messages from the specification, section 8. */
export const UNREADABLE_CSV_MESSAGE = 'Unable to read from CSV';
export const UNPARSABLE_CSV_MESSAGE = 'Unable to parse CSV - is it formatted correctly?';

const MEGABYTE = 1024 * 1024;
export const MAX_CSV_BYTES = 5 * MEGABYTE;

/** A file or text that can't be imported. `message` is shown to the user. */
export class CsvImportError extends Error {
  override readonly name = 'CsvImportError';
  readonly remarks: readonly string[];

  constructor(message: string, ...remarks: readonly string[]) {
    super(message);
    this.remarks = remarks;
  }
}

export interface CsvKind {
  readonly headers: readonly string[];
  /** What the rows describe, like 'the students'. */
  readonly subject: string;
  readonly maxCellCharacters: number;
  /** Whether the user can paste cells instead of choosing a file. */
  readonly canPaste: boolean;
  /** Limits how long parsing blocks other requests on the server. */
  readonly maxCells: number;
  /** 5 MB by default. */
  readonly maxBytes?: number;
  /** 5,000 by default. */
  readonly maxRows?: number;
  /** Limit of what a workbook may unpack to; 30 MB by default. */
  readonly maxUnpackedBytes?: number;
  /** Whether cells of a workbook keep the time that they show after a day. False by default. */
  readonly hasTimes?: boolean;
  isHeader(cell: string): boolean;
  /** Returns the cell without its formula guard and surrounding spaces. */
  clean(cell: string): string;
}

/** Returns the error for a file that isn't CSV, with the expected headers (specification, section 8). */
export function notCsv(kind: CsvKind, ...advice: readonly string[]): CsvImportError {
  return new CsvImportError(UNPARSABLE_CSV_MESSAGE, ...advice, headersRemark(kind));
}

export function noKnownColumn(kind: CsvKind): CsvImportError {
  return new CsvImportError("We don't recognize any columns in this file.", headersRemark(kind));
}

/** Returns the error for a file that exceeds a limit. */
export function tooLargeCsv(message: string, { subject }: CsvKind): CsvImportError {
  return new CsvImportError(message, `Remove everything except ${subject}, then try again.`);
}

/** @throws {CsvImportError} when the file is larger than this kind may be */
export function assertSize(bytes: Uint8Array, kind: CsvKind): void {
  const { maxBytes = MAX_CSV_BYTES } = kind;
  if (bytes.byteLength <= maxBytes) return;
  throw tooLargeCsv(`The file is larger than ${maxBytes / MEGABYTE} MB.`, kind);
}

function headersRemark({ headers }: CsvKind): string {
  return `The first row must contain the column names: ${headers.join(', ')}.`;
}

/** Returns whether a file begins like an Excel workbook (.xlsx). */
export function isWorkbook(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 4)) === WORKBOOK_BEGINNING;
}

const WORKBOOK_BEGINNING = 'PK\u0003\u0004';

/** What the name of a file with these contents must end in, and what to say if it doesn't. */
const EXTENSIONS = {
  text: {
    ending: /\.(csv|txt|text|tsv)$/i,
    message: "This file contains text, but its name doesn't end in .csv, .txt, or .tsv.",
  },
  workbook: {
    ending: /\.xlsx$/i,
    message: "This file is an Excel workbook, but its name doesn't end in .xlsx.",
  },
} as const;

/**
 * Checks that an uploaded file's name has the extension of its contents.
 * @throws {CsvImportError} when it has another one, or none
 */
export function assertExtension({ name }: Pick<File, 'name'>, contents: keyof typeof EXTENSIONS): void {
  const { ending, message } = EXTENSIONS[contents];
  if (ending.test(name)) return;
  throw new CsvImportError(message, 'Rename it if it contains your list. Otherwise, choose another file.');
}

function saveAdvice({ canPaste }: CsvKind): string {
  return canPaste
    ? 'Save it as CSV, or copy its cells and paste them here.'
    : 'Save it as CSV, then choose that file.';
}

/** First characters of other file types that are often mistaken for CSV. */
const FOREIGN_BEGINNINGS: readonly (readonly [beginning: string, advice: (kind: CsvKind) => string])[] = [
  [WORKBOOK_BEGINNING, (kind) => `This is a spreadsheet file. ${saveAdvice(kind)}`],
  [
    '\u00D0\u00CF\u0011\u00E0',
    (kind) => `This is an old Excel file, or it has a password. ${saveAdvice(kind)}`,
  ],
  ['%PDF', () => 'This is a PDF. Export the list as CSV from the program that made it.'],
];

/**
 * Decodes a file by its byte order mark, else as UTF-16 if about every other byte is zero, else UTF-8, else
 * Windows-1252.
 *
 * @throws {CsvImportError} when the file is empty, too large, or another file type
 */
export function decodeCsv(bytes: Uint8Array, kind: CsvKind): string {
  assertSize(bytes, kind);
  if (bytes.byteLength === 0) throw new CsvImportError('The file is empty.');
  const beginning = String.fromCharCode(...bytes.subarray(0, 4));
  const foreign = FOREIGN_BEGINNINGS.find(([known]) => beginning.startsWith(known));
  if (foreign !== undefined) throw notCsv(kind, foreign[1](kind));
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

/** The characters 0x80 to 0x9F of Windows-1252; spaces are unassigned codes. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Decodes Windows-1252, because some runtimes return control characters for 0x80 to 0x9F. */
function decodeWindows1252(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes);
  bytes.forEach((byte, at) => {
    if (byte >= 0x80 && byte <= 0x9f) units[at] = WINDOWS_1252.charCodeAt(byte - 0x80);
  });
  return new TextDecoder('utf-16le').decode(units);
}

/** How much of a file is used to detect UTF-16. */
const SAMPLE_BYTES = 2_000;
/** Minimum ratio of zero bytes at even and odd positions, or the reverse, in UTF-16 text without a mark. */
const RARER = 4;

function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = sample.length / 4;
  if (odd > many && odd > RARER * even) return 'utf-16le';
  return even > many && even > RARER * odd ? 'utf-16be' : null;
}
