let lastNumber = 0;

/** Returns a number that no other row of this test process has, for unique addresses and names. */
export function nextNumber(): number {
  lastNumber += 1;
  return lastNumber;
}

/** Creation time of factories' rows: well before the test clock's start. */
export const MADE_AT = new Date('2026-09-01T17:00:00.000Z');
