import { describe, expect, it } from 'vitest';
import { classSizeQuestion, commentHint } from '#app/components/designate/method-remarks.tsx';

describe('the question about a class size', () => {
  const before = (classSize: number) => ({ classSize, year: 2025 });

  it.each([
    [196, 20, 'In 2025 it was 20. Is 196 right?'],
    [30, 20, 'In 2025 it was 20. Is 30 right?'],
    [10, 20, 'In 2025 it was 20. Is 10 right?'],
    [0, 20, 'In 2025 it was 20. Is 0 right?'],
    [29, 20, undefined],
    [11, 20, undefined],
    [6, 3, undefined],
    [40, 0, 'In 2025 it was 0. Is 40 right?'],
  ])('of %i after %i is %s', (classSize, previous, question) => {
    expect(classSizeQuestion(classSize, before(previous))).toBe(question);
  });

  it("isn't asked if either is unknown", () => {
    expect(classSizeQuestion(null, before(20))).toBeUndefined();
    expect(classSizeQuestion(196, null)).toBeUndefined();
  });
});

it('the hint of a required comment explains its purpose', () => {
  expect(commentHint('CUMULATIVE_GPA', 'CUMULATIVE_GPA')).toBeUndefined();
  expect(commentHint('CUMULATIVE_GPA', 'CUMULATIVE_WEIGHTED_GPA')).toBe(
    "Explain why you're using different criteria this year.",
  );
  expect(commentHint('OTHER', 'OTHER')).toBe('Describe the criteria you used.');
});
