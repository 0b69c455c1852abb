import type { Command } from 'commander';
import { type Call, type GlobalOptions, makeCall, type Streams } from '#cli/call.ts';
import { unlessInterrupted } from '#cli/interruption.ts';

/**
 * Makes a command function a commander action: it gets the call, then its arguments, then its options. A signal ends what runs, unless
 * the command is one that runs until it is asked to end, which knows itself how.
 */
export type Run = <Arguments extends unknown[]>(
  command: (call: Call, ...args: Arguments) => Promise<number>,
  manner?: 'until asked to end',
) => (...args: [...Arguments, unknown]) => Promise<void>;

/**
 * The runner of a program: `end` gets the exit code of each command. Modules of commands are imported when they are called, so that
 * `--help` loads none.
 *
 * @param interruptionOf begins to listen for what interrupts a command
 */
export function runnerOf(
  streams: Streams,
  interruptionOf: () => AbortController,
  end: (exitCode: number) => void,
): Run {
  return <Arguments extends unknown[]>(
      command: (call: Call, ...args: Arguments) => Promise<number>,
      manner?: 'until asked to end',
    ) =>
    async (...args: [...Arguments, unknown]) => {
      const options = (args.at(-1) as Command).optsWithGlobals<GlobalOptions>();
      const given = args.slice(0, -1) as Arguments;
      if (manner === 'until asked to end') return end(await command(makeCall(options, streams), ...given));
      const call = makeCall(options, streams, interruptionOf());
      end(await unlessInterrupted(command(call, ...given), call.signal, call.cleaningUp));
    };
}
