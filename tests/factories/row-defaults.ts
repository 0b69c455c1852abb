let lastNumber = 0;

/** A number that no other row of this test process has, for unique addresses and names. */
export function nextNumber(): number {
  lastNumber += 1;
  return lastNumber;
}

/** When factories' rows were made: well before the test clock's start. */
export const MADE_AT = new Date('2026-09-01T17:00:00.000Z');
