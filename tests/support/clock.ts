/** A clock that only moves when a test moves it. */
export interface TestClock {
  /** Returns the current time as a new Date. Pass `clock.now` wherever the time is needed. */
  readonly now: () => Date;
  advance(milliseconds: number): void;
  /** Sets the time from a Date or an ISO 8601 string. */
  set(moment: Date | string): void;
}

/** Creates a clock set to `start`. The default is noon in Alaska on a Saturday in November. */
export function createTestClock(start: Date | string = '2026-11-21T21:00:00.000Z'): TestClock {
  let present = momentOf(start);
  return {
    now: () => new Date(present),
    advance: (milliseconds) => {
      present += milliseconds;
    },
    set: (moment) => {
      present = momentOf(moment);
    },
  };
}

function momentOf(moment: Date | string): number {
  const time = new Date(moment).getTime();
  if (Number.isNaN(time)) throw new RangeError(`Not a moment: ${String(moment)}`);
  return time;
}
