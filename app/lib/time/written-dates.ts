const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'.split(
  '|',
);

/**
 * Year, month and day of a date whose month is in letters: '4 March 2010', 'Mar 4, 2010', 'Thursday, March 4, 2010', '4-Mar-10'.
 * Null for anything else; the day may still be one that no month has.
 */
export function monthDayOf(text: string): { year: string; month: string; day: string } | null {
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
