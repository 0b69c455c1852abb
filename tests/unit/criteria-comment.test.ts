import { describe, expect, it } from 'vitest';
import { isCommentRequired } from '#app/schemas/designation-fields.ts';
import { CRITERIA, type Criteria } from '#app/schemas/enums.ts';

const choices: readonly (Criteria | null)[] = [null, ...CRITERIA];
const pairs = choices.flatMap((criteria) => choices.map((previous) => [criteria, previous] as const));

describe('a comment on the criteria', () => {
  const unasked: readonly (readonly [Criteria | null, Criteria | null])[] = [
    [null, null],
    [null, 'CUMULATIVE_GPA'],
    [null, 'CUMULATIVE_WEIGHTED_GPA'],
    [null, 'OTHER'],
    ['CUMULATIVE_GPA', null],
    ['CUMULATIVE_GPA', 'CUMULATIVE_GPA'],
    ['CUMULATIVE_WEIGHTED_GPA', null],
    ['CUMULATIVE_WEIGHTED_GPA', 'CUMULATIVE_WEIGHTED_GPA'],
  ];
  it.each(pairs)('is required, or not, for %s after %s', (criteria, previous) => {
    const isUnasked = unasked.some(([one, before]) => one === criteria && before === previous);
    expect(isCommentRequired(criteria, previous)).toBe(!isUnasked);
  });
});
