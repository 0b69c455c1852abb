/** Tells the lines, from 1, of places in a text: asked often, it looks through the text once. */
export function lineNumbers(text: string): (at: number) => number {
  let starts: number[] | null = null;
  return (at) => {
    starts ??= [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
