/** Runs `work` for each number below `count`, with this many calls in parallel. */
export async function inParallel(
  parallel: number,
  count: number,
  work: (nth: number) => Promise<void>,
): Promise<void> {
  let begun = 0;
  const task = async () => {
    while (begun < count) {
      begun += 1;
      await work(begun - 1);
    }
  };
  await Promise.all(Array.from({ length: parallel }, task));
}

/** Returns a function that returns each value in turn, again and again. */
export function inRotation<Value>(values: readonly Value[]): () => Value {
  let next = 0;
  return () => {
    const value = values[next % values.length];
    if (value === undefined) throw new Error('There are no values.');
    next += 1;
    return value;
  };
}
