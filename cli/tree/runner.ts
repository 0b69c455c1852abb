import type { Command } from 'commander';
import { type Call, type GlobalOptions, makeCall, type Streams } from '#cli/call.ts';

/** Makes a command function a commander action: it gets the call, then its arguments, then its options. */
export type Run = <Arguments extends unknown[]>(
  command: (call: Call, ...args: Arguments) => Promise<number>,
) => (...args: [...Arguments, unknown]) => Promise<void>;

/**
 * The runner of a program: `end` gets the exit code of each command. Modules of commands are imported when they are called, so that
 * `--help` loads none.
 */
export function runnerOf(streams: Streams, end: (exitCode: number) => void): Run {
  return <Arguments extends unknown[]>(command: (call: Call, ...args: Arguments) => Promise<number>) =>
    async (...args: [...Arguments, unknown]) => {
      const called = args.at(-1) as Command;
      const call = makeCall(called.optsWithGlobals<GlobalOptions>(), streams);
      end(await command(call, ...(args.slice(0, -1) as Arguments)));
    };
}
