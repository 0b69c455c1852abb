import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  classSizeBand,
  classSizeBandError,
  designationSize,
  expectedNumberWarning,
  MAX_CLASS_SIZE,
} from '#app/schemas/designation-size.ts';

const classSize = fc.integer({ min: 0, max: MAX_CLASS_SIZE });

describe('the number of students a class designates', () => {
  it.each([
    [0, 0],
    [1, 1],
    [4, 1],
    [14, 1],
    [15, 2],
    [24, 2],
    [25, 3],
    [100, 10],
    [MAX_CLASS_SIZE, 500],
  ])('for a class of %i is %i', (size, expected) => {
    expect(designationSize(size)).toBe(expected);
  });

  it('is zero for an empty class, and at least one otherwise', () => {
    fc.assert(
      fc.property(classSize, (size) => {
        expect(designationSize(size) === 0).toBe(size === 0);
      }),
    );
  });

  it('is within half a student of a tenth, from five students on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: MAX_CLASS_SIZE }), (size) => {
        const over = designationSize(size) * 10 - size;
        expect(over).toBeGreaterThan(-5);
        expect(over).toBeLessThanOrEqual(5);
      }),
    );
  });

  it("doesn't decrease when the class grows", () => {
    fc.assert(
      fc.property(classSize, classSize, (one, other) => {
        const [small, large] = one < other ? [one, other] : [other, one];
        expect(designationSize(small)).toBeLessThanOrEqual(designationSize(large));
      }),
    );
  });
});

describe("an administrator's band of ten", () => {
  it('contains the size itself, starts at a multiple of ten, and spans ten sizes', () => {
    fc.assert(
      fc.property(classSize, (size) => {
        const { min, max } = classSizeBand(size);
        expect([min % 10, max - min]).toEqual([0, 9]);
        expect(size).toBeGreaterThanOrEqual(min);
        expect(size).toBeLessThanOrEqual(max);
      }),
    );
  });

  it('refuses exactly what lies outside, naming the bound that was crossed', () => {
    const sentence = (direction: string, bound: number) =>
      `Setting class size ${direction} than ${bound} would change how many students should be designated. Return the designation for correction instead.`;
    fc.assert(
      fc.property(classSize, classSize, (current, next) => {
        const { min, max } = classSizeBand(current);
        const expected = next > max ? sentence('larger', max) : next < min ? sentence('smaller', min) : null;
        expect(classSizeBandError(current, next)).toBe(expected);
      }),
    );
  });

  it('changes the expected number by one at most, and then warns', () => {
    expect(expectedNumberWarning(14, 15)).toBe('The expected number of students changes from 1 to 2.');
    expect(expectedNumberWarning(15, 19)).toBeNull();
    fc.assert(
      fc.property(classSize, fc.integer({ min: 0, max: 9 }), (current, within) => {
        const next = classSizeBand(current).min + within;
        const [before, after] = [designationSize(current), designationSize(next)];
        expect(Math.abs(after - before)).toBeLessThanOrEqual(1);
        expect(expectedNumberWarning(current, next)).toBe(
          before === after ? null : `The expected number of students changes from ${before} to ${after}.`,
        );
      }),
    );
  });
});
