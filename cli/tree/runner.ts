import type { Command } from 'commander';
import {
  type CommandContext,
  type GlobalOptions,
  makeCommandContext,
  type Streams,
} from '#cli/command-context.ts';
import { CommandFailure, EXIT } from '#cli/command-failure.ts';
import { unlessInterrupted } from '#cli/interruption.ts';
import { disclosesStudents } from './options.ts';

/** The command whose subcommands can write workbooks. */
const EXPORTS = 'export';

/** Creates a Commander action. Signals interrupt the command, unless it handles its own shutdown. */
export type Run = <Arguments extends unknown[]>(
  command: (context: CommandContext, ...args: Arguments) => Promise<number>,
  mode?: 'handles shutdown',
) => (...args: [...Arguments, unknown]) => Promise<void>;

/**
 * Creates the runner. `end` receives each command's exit code.
 *
 * @param interruptionOf starts listening for what interrupts a command
 */
export function runnerOf(
  streams: Streams,
  interruptionOf: () => AbortController,
  end: (exitCode: number) => void,
): Run {
  return <Arguments extends unknown[]>(
      command: (context: CommandContext, ...args: Arguments) => Promise<number>,
      mode?: 'handles shutdown',
    ) =>
    async (...args: [...Arguments, unknown]) => {
      const called = args.at(-1) as Command;
      const options = called.optsWithGlobals<GlobalOptions>();
      if (options.format === 'xlsx' && called.parent?.name() !== EXPORTS) {
        throw new CommandFailure(
          'Only `laurel export` writes Excel workbooks. Choose another --format.',
          EXIT.usage,
        );
      }
      if (disclosesStudents(called)) {
        (await import('#cli/student-access.server.ts')).checkStudentAccess(options);
      }
      // Loaded here, because help doesn't need the settings.
      const { nameDatabaseSessions } = await import('#app/config/process-environment.server.ts');
      nameDatabaseSessions(commandPath(called));
      const given = args.slice(0, -1) as Arguments;
      if (mode === 'handles shutdown')
        return end(await command(makeCommandContext(options, streams), ...given));
      const context = makeCommandContext(options, streams, interruptionOf());
      end(await unlessInterrupted(command(context, ...given), context.signal, context.cleaningUp));
    };
}

/** Returns a command's full name, like 'db backup'. */
function commandPath(command: Command): string {
  const { parent } = command;
  return parent === null || parent.parent === null
    ? command.name()
    : `${commandPath(parent)} ${command.name()}`;
}
