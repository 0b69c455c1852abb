/** Month, day and year as numbers stand in a date: 03/04/2009 is March 4 under 'mdy'. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

export const DATE_ORDER_LABELS: Readonly<Record<DateOrder, string>> = {
  mdy: 'mm/dd/yyyy',
  dmy: 'dd/mm/yyyy',
  ymd: 'yyyy/mm/dd',
};

/** Such as 'dd/mm/yyyy'. */
const WRITTEN_ORDER = /\b(mm?|dd?|yy(?:yy)?)([/.-])(mm?|dd?)\2(dd?|yy(?:yy)?)\b/gi;
/** The same in brackets of its own, with the blanks before it. */
const BRACKETED_ORDER = /\s?[([](?:mm?|dd?|yy(?:yy)?)([/.-])(?:mm?|dd?)\1(?:dd?|yy(?:yy)?)[)\]]/gi;

/** The order that a header such as 'Date of birth (dd.mm.yyyy)' says at last, and the separator it says it with. */
export function saidOrder(header: string): { order: DateOrder; separator: string } | null {
  const [, ...parts] = [...header.matchAll(WRITTEN_ORDER)].at(-1) ?? [];
  const [first = '', separator = '', second = '', third = ''] = parts;
  const letters = `${first.charAt(0)}${second.charAt(0)}${third.charAt(0)}`.toLowerCase();
  const order = DATE_ORDERS.find((known) => known === letters);
  return order === undefined ? null : { order, separator };
}

/** 'DOB (dd/mm/yyyy)' of 'DOB' or 'DOB (mm/dd/yyyy)': a header that says the order, and is otherwise the same. */
export function headerSaying(order: DateOrder, header: string): string {
  return `${header.replace(BRACKETED_ORDER, '')} (${DATE_ORDER_LABELS[order]})`.trimStart();
}
