import { describe, expect, it } from 'vitest';
import { classSizeDifference } from '#app/components/designations/earlier-years.tsx';

describe('a class size beside the year before', () => {
  it.each([
    [121, 100, 'Larger by 21 % than in 2025'],
    [120, 100, null],
    [80, 100, null],
    [79, 100, 'Smaller by 21 % than in 2025'],
    [300, 100, 'Larger by 200 % than in 2025'],
    [0, 100, 'Smaller by 100 % than in 2025'],
    [7, 0, 'Larger than in 2025: there was no class'],
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
