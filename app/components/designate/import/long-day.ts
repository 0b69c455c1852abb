const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'March 4, 2009' for '2009-03-04': an unambiguous date. */
export function longDay(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`));
}
