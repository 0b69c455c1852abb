/** A clock that moves only when a test moves it: the one thing that tests replace. */
export interface TestClock {
  /** The present moment, a new Date each time; hand `clock.now` to whatever asks for the time. */
  readonly now: () => Date;
  /** Moves on by so many milliseconds. */
  advance(milliseconds: number): void;
  /** Jumps to a moment, given as a Date or as ISO 8601. */
  set(moment: Date | string): void;
}

/** A clock that stands at `start`: without one, at noon of an autumn Saturday in Alaska. */
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
