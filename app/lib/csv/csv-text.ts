/** The specification's messages (section 8) for what cannot be read at all, and for what is no CSV. */
export const UNREADABLE_CSV_MESSAGE = 'Unable to read from CSV';
export const UNPARSABLE_CSV_MESSAGE = 'Unable to parse CSV - is it formatted correctly?';

export const MAX_CSV_BYTES = 5 * 1024 * 1024;
export const TOO_LARGE_CSV_MESSAGE = 'The file is larger than 5 MB.';

/** A file or text that cannot be imported. `message` is a sentence for a person. */
export class CsvImportError extends Error {
  override readonly name = 'CsvImportError';
  /** What to do about it, a sentence each. */
  readonly remarks: readonly string[];

  constructor(message: string, ...remarks: readonly string[]) {
    super(message);
    this.remarks = remarks;
  }
}

/** What a file is a list of. */
export interface CsvKind {
  /** What its first line should name. */
  readonly headers: readonly string[];
  /** What its rows are about: 'the students'. */
  readonly subject: string;
  readonly maxCellCharacters: number;
  /** Reading them must not keep others waiting, where it is the server that reads. */
  readonly maxCells: number;
  /** Whether a cell is a header that such files have. */
  isHeader(cell: string): boolean;
  /** A cell as it was meant. */
  clean(cell: string): string;
}

/** A file that is no CSV, with the expected headers (specification, section 8). */
export function notCsv(kind: CsvKind, ...advice: readonly string[]): CsvImportError {
  return new CsvImportError(UNPARSABLE_CSV_MESSAGE, ...advice, headersRemark(kind));
}

/** A file in which no column is known on its own. */
export function noKnownColumn(kind: CsvKind): CsvImportError {
  return new CsvImportError('We don’t recognize any column in this file.', headersRemark(kind));
}

/** A file with more than anybody means. */
export function tooLargeCsv(message: string, { subject }: CsvKind): CsvImportError {
  return new CsvImportError(message, `Remove what you don’t need for ${subject}.`);
}

function headersRemark({ headers }: CsvKind): string {
  return `The first line must name the columns: ${headers.join(', ')}.`;
}

const WORKBOOK_ADVICE = 'This is a spreadsheet file. Save it as CSV, or copy its cells and paste them here.';

/** How files begin that are often taken for CSV. */
const FOREIGN_BEGINNINGS: readonly (readonly [beginning: string, advice: string])[] = [
  ['PK\u0003\u0004', WORKBOOK_ADVICE],
  ['\u00D0\u00CF\u0011\u00E0', WORKBOOK_ADVICE],
  ['%PDF', 'This is a PDF. Export the list as CSV from the program that made it.'],
];

/**
 * The text of a file: by its byte order mark, else UTF-16 where every other byte is zero, else UTF-8, else Windows-1252 as older
 * spreadsheets write it.
 *
 * @throws CsvImportError over 5 MB, for nothing at all, and for what is no text
 */
export function decodeCsv(bytes: Uint8Array, kind: CsvKind): string {
  if (bytes.byteLength > MAX_CSV_BYTES) throw tooLargeCsv(TOO_LARGE_CSV_MESSAGE, kind);
  if (bytes.byteLength === 0) throw new CsvImportError('The file is empty.');
  const beginning = String.fromCharCode(...bytes.subarray(0, 4));
  const foreign = FOREIGN_BEGINNINGS.find(([known]) => beginning.startsWith(known));
  if (foreign !== undefined) throw notCsv(kind, foreign[1]);
  const wide = wideEncodingOf(bytes);
  if (wide !== null) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeWindows1252(bytes);
  }
}

/** What stands at 0x80 to 0x9F of Windows-1252; blanks are free. */
const WINDOWS_1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Not every runtime's own decoder knows these: some give control characters instead. */
function decodeWindows1252(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes);
  bytes.forEach((byte, at) => {
    if (byte >= 0x80 && byte <= 0x9f) units[at] = WINDOWS_1252.charCodeAt(byte - 0x80);
  });
  return new TextDecoder('utf-16le').decode(units);
}

/** As much of a file as tells its encoding. */
const SAMPLE_BYTES = 2_000;
/** So many times rarer are zeros in the other half of UTF-16 text. */
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
