/** Order of the numbers in a date: 03/04/2009 is March 4 in 'mdy'. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export const DATE_ORDER_LABELS: Readonly<Record<DateOrder, string>> = {
  mdy: 'mm/dd/yyyy',
  dmy: 'dd/mm/yyyy',
  ymd: 'yyyy/mm/dd',
};

const WRITTEN_ORDER = /\b(mm?|dd?|yy(?:yy)?)([/.-])(mm?|dd?)\2(dd?|yy(?:yy)?)\b/gi;
/** A date order in brackets, with the space before them. */
const BRACKETED_ORDER = /\s?[([](?:mm?|dd?|yy(?:yy)?)([/.-])(?:mm?|dd?)\1(?:dd?|yy(?:yy)?)[)\]]/gi;

/** Returns the last date order in a header like 'Date of birth (dd.mm.yyyy)', with its separator; null if none. */
export function statedOrder(header: string): { order: DateOrder; separator: string } | null {
  const [, ...parts] = [...header.matchAll(WRITTEN_ORDER)].at(-1) ?? [];
  const [first = '', separator = '', second = '', third = ''] = parts;
  const letters = `${first.charAt(0)}${second.charAt(0)}${third.charAt(0)}`.toLowerCase();
  const order = DATE_ORDERS.find((known) => known === letters);
  return order === undefined ? null : { order, separator };
}

/** Returns the header with this date order: 'DOB (dd/mm/yyyy)' from 'DOB' or 'DOB (mm/dd/yyyy)'. */
export function headerWithDateOrder(order: DateOrder, header: string): string {
  return `${header.replace(BRACKETED_ORDER, '')} (${DATE_ORDER_LABELS[order]})`.trimStart();
}
