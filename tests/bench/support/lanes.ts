/** Runs `work` for each number below `count`, in so many lanes at once. */
export async function inLanes(
  lanes: number,
  count: number,
  work: (nth: number) => Promise<void>,
): Promise<void> {
  let begun = 0;
  const lane = async () => {
    while (begun < count) {
      begun += 1;
      await work(begun - 1);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
