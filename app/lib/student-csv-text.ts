import { STUDENT_CSV_HEADERS } from '#app/lib/student-csv-columns.ts';

/** The specification's messages (section 8) for what cannot be read at all, and for what is no CSV. */
export const UNREADABLE_CSV_MESSAGE = 'Unable to read from CSV';
export const UNPARSABLE_CSV_MESSAGE = 'Unable to parse CSV - is it formatted correctly?';

/** Nothing in a file that could be asked about was known either. */
export const NO_KNOWN_COLUMN_MESSAGE = 'No column of the file is known.';

export const MAX_CSV_BYTES = 5 * 1024 * 1024;
export const TOO_LARGE_CSV_MESSAGE = 'The file is larger than 5 MB.';

/** A file or text that cannot be imported. `message` is a sentence for a person. */
export class CsvImportError extends Error {
  override readonly name = 'CsvImportError';
  /** What to do about it, a sentence each; with the expected headers where the specification wants them (section 8). */
  readonly remarks: readonly string[];

  constructor(message: string, advice: string | null = null) {
    super(message);
    const namesHeaders = message === UNPARSABLE_CSV_MESSAGE || message === NO_KNOWN_COLUMN_MESSAGE;
    this.remarks = [
      ...(advice === null ? [] : [advice]),
      ...(namesHeaders ? [`The first line must name the columns: ${STUDENT_CSV_HEADERS.join(', ')}.`] : []),
    ];
  }
}

const WORKBOOK_ADVICE =
  'This is a spreadsheet program’s own file. Save it as CSV there, or copy its cells and paste them here.';

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
export function decodeCsv(bytes: Uint8Array): string {
  if (bytes.byteLength > MAX_CSV_BYTES) {
    throw new CsvImportError(TOO_LARGE_CSV_MESSAGE, 'Take out what is not needed for the students.');
  }
  if (bytes.byteLength === 0) throw new CsvImportError('The file is empty.');
  const beginning = String.fromCharCode(...bytes.subarray(0, 4));
  const foreign = FOREIGN_BEGINNINGS.find(([known]) => beginning.startsWith(known));
  if (foreign !== undefined) throw new CsvImportError(UNPARSABLE_CSV_MESSAGE, foreign[1]);
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
