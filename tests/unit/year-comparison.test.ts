import { describe, expect, it } from 'vitest';
import { classSizeDifference } from '#app/components/designations/earlier-years.tsx';

describe("a class size compared with the previous year's", () => {
  it.each([
    [121, 100, '21% larger than in 2025'],
    [120, 100, null],
    [80, 100, null],
    [79, 100, '21% smaller than in 2025'],
    [300, 100, '200% larger than in 2025'],
    [0, 100, '100% smaller than in 2025'],
    [7, 0, 'There were no juniors in 2025'],
    [0, 0, null],
    [null, 100, null],
    [100, null, null],
  ])('%s after %s: %s', (classSize, earlier, remark) => {
    expect(classSizeDifference(classSize, { year: 2025, classSize: earlier })).toBe(remark);
  });

  it('has no remark in the first year', () => {
    expect(classSizeDifference(100, undefined)).toBeNull();
  });
});
