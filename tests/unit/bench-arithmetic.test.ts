import { describe, expect, it } from 'vitest';
import {
  comparedFigure,
  type Figure,
  isMet,
  lineOf,
  plainFigure,
  ratioOf,
} from '#tests/bench/support/figures.ts';
import {
  inTurn,
  median,
  mostFrequent,
  p95,
  percentile,
  rankDeviation,
  slope,
} from '#tests/bench/support/statistics.ts';
import { statementReader } from '#tests/bench/support/statement-proxy.server.ts';

describe('statistics', () => {
  it('the median is the middle value, or the mean of the two in the middle, in any order', () => {
    expect(median([9])).toBe(9);
    expect(median([30, 1, 2, 100, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('a percentile is the smallest value that a share of all do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect([0, 0.01, 0.5, 0.95, 0.99, 1].map((share) => percentile(hundred, share))).toEqual([
      1, 1, 50, 95, 99, 100,
    ]);
    expect(p95([5, 1, 4])).toBe(5);
    expect(p95(Array.from({ length: 20 }, (_, at) => at + 1))).toBe(19);
  });

  it('the slope is that of the line that fits best', () => {
    const at = (...ys: number[]) => ys.map((y, x) => ({ x, y }));
    expect(slope(at(5, 7, 9))).toBe(2);
    expect(slope(at(3, 3, 3, 3))).toBe(0);
    expect(slope(at(0, 4, 2, 6))).toBeCloseTo(1.6);
    expect(slope([...at(0, 4, 2, 6)].reverse())).toBeCloseTo(1.6);
  });

  it('names what occurs most often first, each once', () => {
    expect(mostFrequent(['a', 'b', 'b', 'c', 'c', 'c'], 2)).toEqual(['3 × c', '2 × b']);
    expect(mostFrequent([], 2)).toEqual([]);
  });

  it('throws without values', () => {
    expect(() => median([])).toThrow('Nothing was measured.');
    expect(() => p95([])).toThrow('Nothing was measured.');
  });

  it('measures product and reference alternately', async () => {
    const order: string[] = [];
    const measured = await inTurn(
      {
        product: () => Promise.resolve(order.push('product')),
        reference: () => Promise.resolve(order.push('reference')),
      },
      2,
    );
    expect(order).toEqual(['product', 'reference', 'product', 'reference']);
    expect(measured).toEqual({ product: [1, 3], reference: [2, 4] });
  });
});

describe('a figure', () => {
  const figure = (product: number, target: Figure['target']) =>
    comparedFigure(
      'P4',
      'JSON',
      'req/s',
      { product: [1, product, 9999], reference: [2000, 1000, 1] },
      target,
    );

  it('compares the medians, and includes the bound in the target', () => {
    expect(ratioOf(figure(250, { atLeast: 0.25 }))).toBe(0.25);
    expect([249, 250].map((product) => isMet(figure(product, { atLeast: 0.25 })))).toEqual([false, true]);
    expect([1250, 1251].map((product) => isMet(figure(product, { atMost: 1.25 })))).toEqual([true, false]);
  });

  it('is printed without a ratio if there is no reference', () => {
    const slow = plainFigure('P5', 'p95', 'ms', [90, 101, 130], { atMost: 100 });
    expect([ratioOf(slow), isMet(slow)]).toEqual([null, false]);
    expect(lineOf(slow)).toBe('P5  p95: 101 ms, target ≤ 100 ms: FAIL');
  });

  it('prints what was measured, and the reference', () => {
    expect(lineOf(figure(1250, { atMost: 1.25 }))).toBe(
      'P4  JSON: 1,250 req/s, reference 1,000 req/s, ratio 1.25, target ≤ 1.25: pass',
    );
  });
});

describe('the reader of statements', () => {
  const message = (type: string, content: string) => {
    const head = Buffer.alloc(type.length + 4);
    head.write(type);
    head.writeInt32BE(content.length + 4, type.length);
    return Buffer.concat([head, Buffer.from(content)]);
  };

  it('finds them regardless of chunk boundaries', () => {
    const bytes = Buffer.concat([
      message('', 'user\0laurel\0\0'),
      message('p', 'secret\0'),
      message('Q', 'begin\0'),
      message('P', 'named\0select $1\0\0'),
      message('B', 'Q\0'),
      message('Q', 'commit\0'),
    ]);
    for (const size of [1, 7, bytes.length]) {
      const statements: string[] = [];
      const read = statementReader((statement) => statements.push(statement));
      for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
      expect(statements).toEqual(['begin', 'select $1', 'commit']);
    }
  });
});

describe('the rank test', () => {
  it('finds no difference between alternating values, and reports which group is larger', () => {
    const numbers = Array.from({ length: 40 }, (_, number) => number);
    const [even, odd] = [0, 1].map((rest) => numbers.filter((number) => number % 2 === rest));
    expect(rankDeviation(even ?? [], even ?? [])).toBe(0);
    expect(Math.abs(rankDeviation(even ?? [], odd ?? []))).toBeLessThan(0.5);
    expect(rankDeviation(numbers.slice(20), numbers.slice(0, 20))).toBeCloseTo(5.41, 2);
    expect(rankDeviation(numbers.slice(0, 20), numbers.slice(20))).toBeCloseTo(-5.41, 2);
  });
});
