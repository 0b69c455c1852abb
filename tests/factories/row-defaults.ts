let lastNumber = 0;

/** A number that no other row of this test process has: for addresses and names that must differ. */
export function nextNumber(): number {
  lastNumber += 1;
  return lastNumber;
}

/** When factories say their rows were made: a while before the test clock's start. */
export const MADE_AT = new Date('2026-09-01T17:00:00.000Z');
