import type { KeptRows } from '#tests/support/kept-rows.server.ts';

/** Those who were refused, or one of them, changed rows of these tables all the same. */
export class RefusedButChanged extends Error {
  override readonly name = 'RefusedButChanged';

  constructor(refused: readonly unknown[], changed: readonly string[]) {
    super(`Refused: ${refused.join(', ')}. Changed: ${changed.join(', ')}.`);
  }
}

interface Turn<Whoever, Found> {
  readonly kept: KeptRows;
  /** Whether this one is to be refused; then everything has to stay as it was. */
  readonly isRefused: (who: Whoever, index: number) => boolean;
  /** What is asked for changes nothing that the next one would need. */
  readonly isRead?: boolean;
  /** What has to have happened before each asks. */
  readonly before?: (() => Promise<unknown>) | undefined;
  readonly ask: (who: Whoever) => Promise<Found>;
}

/**
 * Lets each ask for the same in turn, and answers what they found. Whoever is not refused finds the rows as they were kept, and
 * they are put back behind them; those who are refused one after the other are looked after together, for the look costs more than
 * what they ask for.
 *
 * @throws RefusedButChanged for those
 */
export async function inTurn<Whoever, Found>(
  everybody: readonly Whoever[],
  { kept, isRefused, isRead = false, before, ask }: Turn<Whoever, Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  let refused: Whoever[] = [];
  let isTouched = false;
  await before?.();
  let since = before === undefined ? undefined : await kept.digests();
  const lookAfterRefused = async () => {
    const changed = refused.length > 0 ? await kept.changed(since) : [];
    if (changed.length > 0) throw new RefusedButChanged(refused, changed);
    refused = [];
  };
  const putBack = async () => {
    await kept.restore();
    isTouched = false;
    await before?.();
    since = before === undefined ? undefined : await kept.digests();
  };
  for (const [index, who] of everybody.entries()) {
    const willBeRefused = isRefused(who, index);
    if (isTouched && (willBeRefused || !isRead)) await putBack();
    if (!willBeRefused) await lookAfterRefused();
    found.push(await ask(who));
    if (willBeRefused) refused.push(who);
    else isTouched = true;
  }
  await lookAfterRefused();
  if (isTouched || before !== undefined) await kept.restore();
  return found;
}
