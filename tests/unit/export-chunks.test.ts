import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inChunks } from '#app/domain/exports/in-chunks.server.ts';

const rows = Array.from({ length: 300 }, (_, n) => `${n} ${'x'.repeat(1_000)}\r\n`);

async function allOf(pieces: AsyncGenerator<string, void>): Promise<string[]> {
  const taken: string[] = [];
  for await (const piece of pieces) taken.push(piece);
  return taken;
}

it('chunks of an export have every row once, in order, about ten thousand characters at a time', async () => {
  const pieces = await allOf(inChunks(rows, (row) => row));
  expect(pieces.join('')).toBe(rows.join(''));
  expect(pieces.map((piece) => piece.length > 64_000 && piece.length < 70_000)).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

it('chunks of an export format no line before they are requested', async () => {
  const written: string[] = [];
  const pieces = inChunks(rows, (row) => {
    written.push(row);
    return row;
  });
  await pieces.next();
  expect(written.length).toBeLessThan(70);
  await pieces.return();
  expect(written.length).toBeLessThan(70);
});

it('chunks of an export let other work run between them', async () => {
  const reported: string[] = [];
  const pieces = inChunks(rows, (row) => row);
  await pieces.next();
  const other = setImmediate().then(() => reported.push('other'));
  await Promise.all([other, pieces.next().then(() => reported.push('second piece'))]);
  expect(reported).toEqual(['other', 'second piece']);
});

it('an export without rows has no chunks', async () => {
  expect(await allOf(inChunks([], String))).toEqual([]);
});
