import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { completionTables } from '#cli/completion/completion-tables.ts';
import { makeProgram } from '#cli/program.ts';
import { callWithSettings } from './call-laurel.ts';

const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
const nodes = completionTables(makeProgram(() => () => Promise.resolve(), streams));
const scriptOf = async (shell: string) => (await callWithSettings(['completion', shell], {})).stdout;

/** The completions that bash itself offers at the end of each line after loading the script. */
async function offersOfBash(lines: readonly (readonly string[])[]): Promise<string[][]> {
  const asks = lines.map((args) => {
    const quoted = args.map((word) => `'${word}'`).join(' ');
    return `COMP_WORDS=(laurel ${quoted}); COMP_CWORD=${args.length}; _laurel; echo "\${COMPREPLY[*]}"`;
  });
  const script = [await scriptOf('bash'), ...asks].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['--norc', '-c', script]);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(/\s+/).filter((word) => word !== ''));
}

describe('laurel completion', () => {
  it('completes every command and option in bash', async () => {
    const at = (path: string) => path.split(' ').filter((word) => word !== '');
    const offered = await offersOfBash(
      nodes.flatMap(({ path }) => [
        [...at(path), ''],
        [...at(path), '--'],
      ]),
    );
    const long = ({ word }: { word: string }) => word.startsWith('--');
    const expected = nodes.flatMap(({ subcommands, argument, options }) => [
      argument === 'files'
        ? null
        : [...subcommands.map(({ word }) => word), ...(typeof argument === 'string' ? [] : argument)],
      options.filter(long).map(({ word }) => word),
    ]);
    expect(offered.map((words, index) => (expected[index] === null ? null : words))).toEqual(expected);
    expect(offered[0]).toEqual(expect.arrayContaining(['db', 'doctor', 'years', 'completion']));
    expect(offered[0]).not.toContain('dev');
  });

  it.each([
    [['ye'], ['years']],
    [
      ['--format', ''],
      ['table', 'csv', 'json', 'ndjson', 'xlsx'],
    ],
    [['--format', '=', 'c'], ['csv']],
    [['--format', 'csv', 'years', 'ro'], ['rollover']],
    [['--as', 'years', 'ye'], ['years']],
    [['designations', 'list', '--status', 'PENDING', 'AP'], ['APPROVED']],
    [['designations', 'list', '--status', 'PENDING', '--sort', 'st'], ['status']],
    [
      ['db', 'seed', '--size', ''],
      ['demo', 'large'],
    ],
    [['db', 'restore', 'READ'], ['README.md']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['years', 'activate', '2026', '--dr'], ['--dry-run']],
  ])('offers in bash after %j: %j', async (words, offered) => {
    expect(await offersOfBash([words])).toEqual([offered]);
  });

  it.each(['zsh', 'fish'])('prints a script for %s with every command and option', async (shell) => {
    const script = await scriptOf(shell);
    for (const { path, options } of nodes) {
      const line = script
        .slice(script.indexOf(`'${path}|options'`))
        .split(shell === 'zsh' ? ';;' : 'case ', 2);
      const text = shell === 'zsh' ? line[0] : line.join('');
      for (const { word } of options) expect(text).toContain(`'${word}`);
    }
  });

  it('supports three shells', async () => {
    expect(await callWithSettings(['completion', 'tcsh'], {})).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "error: command-argument value 'tcsh' is invalid for argument 'shell'. Allowed choices are bash, zsh, fish.\nRun `laurel completion --help` for usage.\n",
    });
    expect((await callWithSettings(['completion', '--help'], {})).stdout).toMatch(
      /source <\(laurel completion bash\)[^]+source <\(laurel completion zsh\)[^]+laurel completion fish > /,
    );
  });
});
