/** Pseudorandom numbers. The same seed produces the same sequence. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  below(end: number): number;
  isAbove(than: number): boolean;
  of<Item>(items: readonly Item[]): Item;
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    isAbove: (than) => next() > than,
    of: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('There is nothing to choose from.');
      return item;
    },
  };
}
