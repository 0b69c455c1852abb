import { DATE_ORDERS, type DateOrder, statedOrder } from '#app/students/csv/student-csv-date-orders.ts';

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'.split(
  '|',
);

/** Parses a written month, like 'Thursday, March 4, 2010' or '4-Mar-10'; else null. The day may not exist. */
function monthDayOf(text: string): { year: string; month: string; day: string } | null {
  const bare = text.replace(/^\p{L}+day,?\s+/u, '');
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[\s.-]+(\p{L}{3,9})\.?,?[\s-]+(\d{4}|\d{2})$/u.exec(bare);
  const monthFirst = /^(\p{L}{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4}|\d{2})$/u.exec(bare);
  const [name, day, year] = dayFirst
    ? [dayFirst[2], dayFirst[1], dayFirst[3]]
    : [monthFirst?.[1], monthFirst?.[2], monthFirst?.[3]];
  if (name === undefined || day === undefined || year === undefined) return null;
  const month = MONTHS.findIndex((known) => known.startsWith(name.toLowerCase())) + 1;
  return month === 0 ? null : { year, month: String(month), day };
}

/** Start of day numbers in spreadsheets: 1 is January 1, 1900, or January 2, 1904 on older Macs. */
export const SERIAL_BASES = ['1900', '1904'] as const;
export type SerialBase = (typeof SERIAL_BASES)[number];

export interface DateReading {
  readonly order: DateOrder;
  /** Null leaves day numbers unread. */
  readonly serials: SerialBase | null;
}

/** The specification's format. */
export const USUAL_DATE_READING: DateReading = { order: 'mdy', serials: null };

export interface DateQuestion {
  /** Null if the order is clear. */
  readonly orders: readonly OrderChoice[] | null;
  /** Month first if the header says so, for the user to confirm; otherwise null. */
  readonly likeliest: DateOrder | null;
  /** For numbers that may be days; null if the file has none. */
  readonly serials: readonly SerialChoice[] | null;
}

export interface OrderChoice {
  readonly order: DateOrder;
  /** Up to two dates, with the day that each would be. */
  readonly examples: readonly DateExample[];
  readonly unread: readonly string[];
}
export interface SerialChoice {
  readonly base: SerialBase;
  readonly examples: readonly DateExample[];
}
export interface DateExample {
  readonly text: string;
  readonly day: string;
}

const EXAMPLES = 2;

/**
 * Returns how to read a date column, or what to ask. mm/dd/yyyy is used if the header says so or no other
 * fitting order gives other days; other orders must be in the header. `today` is 'YYYY-MM-DD'.
 */
export function dateReadingOf(
  header: string,
  cells: readonly string[],
  today: string,
): { readonly reading: DateReading; readonly question: DateQuestion | null } {
  const serials = [...new Set(cells.filter(isSerial))];
  const texts = [...new Set(cells)].filter(
    (text) => isOrdered(text) && DATE_ORDERS.some((order) => orderedDay(text, order, today) !== null),
  );
  const order = orderOf(header, texts, today);
  if (order !== null && serials.length === 0) return { reading: { order, serials: null }, question: null };
  return {
    reading: { order: order ?? 'mdy', serials: null },
    question: {
      orders: order === null ? orderChoices(texts, today) : null,
      likeliest: statedOrder(header)?.order === 'mdy' ? 'mdy' : null,
      serials: serials.length === 0 ? null : serialChoices(serials),
    },
  };
}

/** Returns the day, 1900 to 2099, as 'YYYY-MM-DD', or null. Two-digit years are in the 100 years up to `today`. */
export function dayOfCell(cell: string, { order, serials }: DateReading, today: string): string | null {
  const text = withoutMidnight(cell);
  if (isSerial(text)) return serials === null ? null : serialDay(text, serials);
  if (isOrdered(text)) return orderedDay(text, order, today);
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text);
  if (iso) return realDay(iso[1] ?? '', iso[2] ?? '', iso[3] ?? '');
  const written = monthDayOf(text);
  return written && realDay(fullYear(written.year, today), written.month, written.day);
}

function orderOf(header: string, texts: readonly string[], today: string): DateOrder | null {
  const fitting = DATE_ORDERS.filter((order) =>
    texts.every((text) => orderedDay(text, order, today) !== null),
  );
  const stated = statedOrder(header);
  if (
    stated !== null &&
    fitting.includes(stated.order) &&
    texts.every((text) => text.includes(stated.separator))
  ) {
    return stated.order;
  }
  const isClear = fitting.every((order) =>
    texts.every((text) => orderedDay(text, order, today) === orderedDay(text, 'mdy', today)),
  );
  return fitting.includes('mdy') && isClear ? 'mdy' : null;
}

function orderChoices(texts: readonly string[], today: string): OrderChoice[] {
  const countReadings = (text: string) =>
    new Set(DATE_ORDERS.map((order) => orderedDay(text, order, today))).size;
  return DATE_ORDERS.map((order) => {
    const examples = texts
      .flatMap((text) => {
        const day = orderedDay(text, order, today);
        return day === null ? [] : [{ text, day }];
      })
      .sort((one, other) => countReadings(other.text) - countReadings(one.text))
      .slice(0, EXAMPLES);
    return { order, examples, unread: texts.filter((text) => orderedDay(text, order, today) === null) };
  }).filter(({ order, examples }) => order !== 'ymd' || examples.length > 0);
}

function serialChoices(serials: readonly string[]): SerialChoice[] {
  return SERIAL_BASES.map((base) => ({
    base,
    examples: serials.slice(0, EXAMPLES).map((text) => ({ text, day: serialDay(text, base) })),
  }));
}

/** Three numbers in any order. 20100304 also counts. */
const ORDERED = /^(\d{1,2})\s?([/.\- ])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})$/;
const COMPACT = /^\d{8}$/;

function isOrdered(cell: string): boolean {
  const text = withoutMidnight(cell);
  return ORDERED.test(text) || COMPACT.test(text);
}

function orderedDay(cell: string, order: DateOrder, today: string): string | null {
  const text = withoutMidnight(cell);
  if (COMPACT.test(text)) {
    const [a, b, c] = order === 'ymd' ? [4, 6, 8] : [2, 4, 8];
    return inOrder([text.slice(0, a), text.slice(a, b), text.slice(b, c)], order, today);
  }
  const [, first = '', , second = '', third = ''] = ORDERED.exec(text) ?? [];
  return inOrder([first, second, third], order, today);
}

function inOrder(parts: readonly [string, string, string], order: DateOrder, today: string): string | null {
  const part = (letter: string) => parts[order.indexOf(letter)] ?? '';
  return realDay(fullYear(part('y'), today), part('m'), part('d'));
}

/** Returns whether the cell is a day number from 1954 to 2064. */
function isSerial(cell: string): boolean {
  return /^[2-5]\d{4}(\.0+)?$/.test(cell);
}

const DAY_MS = 86_400_000;
const BASE_DAYS: Readonly<Record<SerialBase, number>> = {
  '1900': Date.UTC(1899, 11, 30),
  '1904': Date.UTC(1904, 0, 1),
};

function serialDay(text: string, base: SerialBase): string {
  return new Date(BASE_DAYS[base] + Math.floor(Number(text)) * DAY_MS).toISOString().slice(0, 10);
}

/** Longer than any written date with its time. */
const DATE_LENGTH_MAX = 60;
/** Matches only one space, to avoid backtracking; the others are trimmed. */
const MIDNIGHT = /[T\s](?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)?\s*am)\s*Z?$/i;

/** Removes a midnight time after a date. Empty if the cell is too long to be a date. */
function withoutMidnight(cell: string): string {
  return cell.length > DATE_LENGTH_MAX ? '' : cell.replace(MIDNIGHT, '').trimEnd();
}

function fullYear(year: string, today: string): string {
  if (year.length !== 2) return year;
  const thisCentury = `${today.slice(0, 2)}${year}`;
  return thisCentury <= today.slice(0, 4) ? thisCentury : String(Number(thisCentury) - 100);
}

function realDay(year: string, month: string, day: string): string | null {
  if (!/^(19|20)\d\d$/.test(year)) return null;
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text) ? text : null;
}
