import { type Command, CommanderError } from 'commander';
import type { GlobalOptions, Streams } from './command-context.ts';
import { EXIT } from './command-failure.ts';
import { makeProgram } from './program.ts';
import { printableLines } from './terminal/printable.ts';
import { runnerOf } from './tree/runner.ts';
import { writeOut } from './command-output.ts';

/**
 * Runs a command and returns its exit code. Commander reports usage errors; a closed pipe counts as success.
 *
 * @param interruptionOf creates the controller that interrupts a command, unless the command handles signals itself
 */
export async function runProgram(
  args: readonly string[],
  streams: Streams = process,
  interruptionOf: () => AbortController = () => new AbortController(),
): Promise<number> {
  let exitCode: number = EXIT.done;
  const runner = runnerOf(streams, interruptionOf, (code) => {
    exitCode = code;
  });
  for (const stream of [streams.stdout, streams.stderr]) stream.on('error', () => undefined);
  let help = '';
  const program = makeProgram(runner, streams, (text) => {
    help += text;
  });
  const say = (text: string) => streams.stderr.write(`${printableLines(text)}\n`);
  try {
    if (!(await isCalledRightly(program, args))) return EXIT.usage;
    await writeOut(streams.stdout, help);
    return exitCode;
  } catch (error) {
    if (error instanceof Error && error.name === 'BrokenPipe') return EXIT.done;
    const { failureCause, failureSentence } = await import('./failure-sentence.ts');
    say(failureSentence(error));
    if (program.opts<GlobalOptions>().debug === true) say(failureCause(error));
    const isFailure = error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number';
    return isFailure ? Number(error.exitCode) : EXIT.failed;
  }
}

async function isCalledRightly(program: Command, args: readonly string[]): Promise<boolean> {
  try {
    await program.parseAsync(args, { from: 'user' });
    return true;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0;
    throw error;
  }
}
