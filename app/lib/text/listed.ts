const format = new Intl.ListFormat('en-US');
const orFormat = new Intl.ListFormat('en-US', { type: 'disjunction' });

/** Returns 'Ann, Bo, and Cy'; with more than `max` items, 'Ann, Bo, and 18 more'. */
export function listed(items: readonly string[], max = Infinity): string {
  const more = items.length - max;
  return format.format(more > 0 ? [...items.slice(0, max), `${more} more`] : items);
}

/** Returns 'Ann, Bo, or Cy'. */
export function alternatives(items: readonly string[]): string {
  return orFormat.format(items);
}
