import { describe, expect, it } from 'vitest';
import { restoredSentence } from '#cli/postgres/restored-data.ts';

const NO_TEXTS = { messages: 0, notes: 0, internalNotes: 0, versions: 0 };
const student = { year: 2017, designation: 'd', student: 's' };

describe('the sentence about purged data that a restore brought back', () => {
  it('is missing if the restore brought back nothing', () => {
    expect(restoredSentence([], [{ year: 2017, ...NO_TEXTS }], 2026)).toBeNull();
  });

  it('counts what the restore brought back, and purges from the newest year that has any of it', () => {
    const texts = [
      { year: 2016, messages: 2, notes: 1, internalNotes: 3, versions: 0 },
      { year: 2018, ...NO_TEXTS },
    ];
    expect(restoredSentence([student], texts, 2026)).toBe(
      "The restore brought back the personal data of 1 student, 2 messages, 1 reviewer's note, and 3 internal notes, which were purged after this backup was made. To remove them again, run `laurel retention purge --older-than 8y --yes`.",
    );
    expect(restoredSentence([], [{ ...NO_TEXTS, year: 2024, versions: 1 }], 2026)).toBe(
      'The restore brought back 1 returned version, which was purged after this backup was made. To remove it again, run `laurel retention purge --older-than 1y --yes`.',
    );
  });

  it('is also written for more students than a call may have arguments', () => {
    const students = Array.from({ length: 300_000 }, () => student);
    expect(restoredSentence(students, [], 2026)).toContain(
      'the personal data of 300,000 students, which was',
    );
  });
});
