const format = new Intl.NumberFormat('en-US');
const plurals = new Intl.PluralRules('en-US');

/** Returns '101,500'. */
export function formatNumber(count: number): string {
  return format.format(count);
}

/** Returns the word form for a count: `plural(1, 'is', 'are')` is 'is'. */
export function plural<Word extends string>(count: number, one: Word, many: Word): Word {
  return plurals.select(count) === 'one' ? one : many;
}

/** Returns '1 designation', '38 designations', '2 ZIP codes'. By default, the plural adds an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${plural(count, one, many)}`;
}
