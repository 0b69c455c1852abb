import { describe, expect, it } from 'vitest';
import { commentHint } from '#app/components/designate/method-remarks.tsx';
import { classSizeQuestion } from '#app/messages/student-warning-messages.ts';

describe('the question about a class size', () => {
  const before = (classSize: number) => ({ classSize, year: 2025 });

  it.each([
    [196, 20, 'In 2025, your class size was 20. Is 196 right?'],
    [26, 20, 'In 2025, your class size was 20. Is 26 right?'],
    [14, 20, 'In 2025, your class size was 20. Is 14 right?'],
    [0, 20, 'In 2025, your class size was 20. Is 0 right?'],
    [25, 20, undefined],
    [15, 20, undefined],
    [20, 20, undefined],
    [11, 8, 'In 2025, your class size was 8. Is 11 right?'],
    [40, 0, 'In 2025, your class size was 0. Is 40 right?'],
    [0, 0, undefined],
  ])('of %i after %i is %s', (classSize, previous, question) => {
    expect(classSizeQuestion(classSize, before(previous))).toBe(question);
  });

  it("isn't asked if either is unknown", () => {
    expect(classSizeQuestion(null, before(20))).toBeUndefined();
    expect(classSizeQuestion(196, null)).toBeUndefined();
  });

  it('speaks of the school to administrators', () => {
    const question = "In 2025, the school's class size was 20. Is 196 right?";
    expect(classSizeQuestion(196, before(20), 'office')).toBe(question);
  });
});

it('the hint of a required comment explains its purpose', () => {
  expect(commentHint('CUMULATIVE_GPA', 'CUMULATIVE_GPA')).toBeUndefined();
  expect(commentHint('CUMULATIVE_GPA', 'CUMULATIVE_WEIGHTED_GPA')).toBe(
    "Explain why you're using different criteria this year.",
  );
  expect(commentHint('OTHER', 'OTHER')).toBe('Describe the criteria you used.');
});
