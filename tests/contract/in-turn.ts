import type { RowSnapshot } from '#tests/support/row-snapshot.server.ts';

/** Refused callers changed rows in these tables. */
export class RefusedButChanged extends Error {
  override readonly name = 'RefusedButChanged';

  constructor(refused: readonly unknown[], changed: readonly string[]) {
    super(`Refused: ${refused.join(', ')}. Changed: ${changed.join(', ')}.`);
  }
}

interface Turn<Whoever, Found> {
  readonly snapshot: RowSnapshot;
  /** Whether this caller must be refused, in which case nothing may change. */
  readonly isRefused: (who: Whoever, index: number) => boolean;
  /** The request changes nothing that a later caller needs. */
  readonly isRead?: boolean;
  /** A prerequisite that runs before each caller's request. */
  readonly before?: (() => Promise<unknown>) | undefined;
  readonly ask: (who: Whoever) => Promise<Found>;
}

/**
 * Sends one request as each caller. Restores rows after allowed callers and checks refused ones in batches.
 *
 * @throws {RefusedButChanged} when a refused caller changed rows
 */
export async function inTurn<Whoever, Found>(
  everybody: readonly Whoever[],
  { snapshot, isRefused, isRead = false, before, ask }: Turn<Whoever, Found>,
): Promise<Found[]> {
  const found: Found[] = [];
  let refused: Whoever[] = [];
  let isTouched = false;
  await before?.();
  let since = before === undefined ? undefined : await snapshot.digests();
  const lookAfterRefused = async () => {
    const changed = refused.length > 0 ? await snapshot.changed(since) : [];
    if (changed.length > 0) throw new RefusedButChanged(refused, changed);
    refused = [];
  };
  const putBack = async () => {
    await snapshot.restore();
    isTouched = false;
    await before?.();
    since = before === undefined ? undefined : await snapshot.digests();
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
  if (isTouched || before !== undefined) await snapshot.restore();
  return found;
}
