import { describe, expect, it } from 'vitest';
import { createTestClock } from '#tests/support/clock.ts';

describe('the clock of the tests', () => {
  it('moves only when it is moved', () => {
    const clock = createTestClock('2026-01-01T00:00:00.000Z');
    expect(clock.now()).toEqual(new Date('2026-01-01T00:00:00.000Z'));
    clock.advance(90_000);
    expect(clock.now().toISOString()).toBe('2026-01-01T00:01:30.000Z');
    clock.set('2027-06-30T12:00:00.000Z');
    expect(clock.now().toISOString()).toBe('2027-06-30T12:00:00.000Z');
  });

  it('refuses invalid times', () => {
    expect(() => createTestClock('soon')).toThrow('Not a moment: soon');
  });
});
