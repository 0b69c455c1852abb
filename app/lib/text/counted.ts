const format = new Intl.NumberFormat('en-US');

/** '101,500' */
export function grouped(count: number): string {
  return format.format(count);
}

/** '1 designation', '38 designations' */
export function counted(count: number, one: string, many: string): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
