import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTurn } from '#app/domain/exports/in-chunks.server.ts';

it('export turns run one at a time, in order of arrival, even after a failure', async () => {
  const reported: string[] = [];
  const work = (name: string) => async () => {
    reported.push(`${name} begins`);
    await setImmediate();
    await setImmediate();
    reported.push(`${name} ends`);
    if (name === 'second') throw new Error('The second fails.');
    return name;
  };
  const settled = await Promise.allSettled(['first', 'second', 'third'].map((name) => inTurn(work(name))));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(reported).toEqual(
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
});

it('an export turn lets waiting tasks run first', async () => {
  const reported: string[] = [];
  const other = setImmediate().then(() => reported.push('other'));
  const turn = inTurn(() => Promise.resolve(reported.push('turn')));
  await Promise.all([other, turn]);
  expect(reported).toEqual(['other', 'turn']);
});

it('an export pauses as long as its turn took, only if another one waits', async () => {
  const TURN_MS = 60;
  const begun: number[] = [];
  const ended: number[] = [];
  const work = async () => {
    begun.push(performance.now());
    await sleep(TURN_MS);
    ended.push(performance.now());
  };
  await Promise.all([inTurn(work), inTurn(work)]);
  await inTurn(work);
  const pauses = [1, 2].map((nth) => (begun[nth] ?? 0) - (ended[nth - 1] ?? 0));
  expect(pauses[0]).toBeGreaterThanOrEqual(TURN_MS - 2);
  expect(pauses[1]).toBeLessThan(TURN_MS / 2);
});
