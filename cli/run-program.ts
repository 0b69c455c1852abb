import { CommanderError } from 'commander';
import type { GlobalOptions, Streams } from './call.ts';
import { EXIT } from './command-failure.ts';
import { makeProgram } from './program.ts';
import { runnerOf } from './tree/runner.ts';

/**
 * Runs the command that the arguments name, and answers the exit code. Commander says itself what is wrong with a call, and a reader
 * that has gone has all it wanted; any other failure is one sentence on standard error.
 *
 * @param interruptionOf what interrupts a command that does not listen for signals itself
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
  const program = makeProgram(runner, streams);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof Error && error.name === 'ReaderGone') return EXIT.done;
    const { failureCause, failureSentence } = await import('./failure-sentence.ts');
    streams.stderr.write(`${failureSentence(error)}\n`);
    if (program.opts<GlobalOptions>().debug === true) streams.stderr.write(`${failureCause(error)}\n`);
    const isFailure = error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number';
    return isFailure ? Number(error.exitCode) : EXIT.failed;
  }
}
