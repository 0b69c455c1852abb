import { createHash } from 'node:crypto';

/** Returns a name-based UUID (RFC 9562, version 5), always the same for a name. */
export function seedId(name: string): string {
  const hash = createHash('sha1').update(`laurel demo ${name}`).digest();
  const hex = [...hash.subarray(0, 16)]
    .map((byte, at) => (at === 6 ? (byte & 0x0f) | 0x50 : at === 8 ? (byte & 0x3f) | 0x80 : byte))
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** A pseudorandom generator with the same sequence for the same name. */
export class SeededRandom {
  #state: number;

  constructor(name: string) {
    this.#state = createHash('sha1').update(name).digest().readUInt32LE(0);
  }

  /** Returns a number of at least 0 and less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a whole number between the bounds, inclusive. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** Returns true with a probability of `share` percent. */
  percent(share: number): boolean {
    return this.next() * 100 < share;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.between(0, items.length - 1)] ?? items[0];
  }
}
