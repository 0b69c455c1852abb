import { PassThrough, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { runProgram } from '#cli/run-program.ts';

const full = () =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('no space'), { code: 'ENOSPC' })),
  });

async function run(args: readonly string[], stdout: Writable, stderr = new PassThrough()) {
  const code = await runProgram(args, { stdin: new PassThrough(), stdout, stderr });
  return { code, said: String(stderr.read() ?? '') };
}

it('help that cannot be written fails in a sentence', async () => {
  expect(await run(['--help'], full())).toEqual({
    code: 1,
    said: "Can't write standard output: the disk is full.\n",
  });
});

it("an error that can't be printed doesn't change the exit code", async () => {
  expect(await runProgram(['nope'], { stdin: new PassThrough(), stdout: full(), stderr: full() })).toBe(2);
});

it.each([
  [['completion', '\u001b[31mred\u202e'], / \[31mred /],
  [['retention', 'purge', '--older-than', '\u001b]0;title\u0007'], / \]0;title /],
])('messages contain no terminal control characters: %j', async (args, expected) => {
  const { code, said } = await run(args, new PassThrough());
  expect([code, said]).toEqual([2, expect.stringMatching(expected)]);
  expect(said).not.toMatch(/[\u001b\u0007\u202e]/);
});
