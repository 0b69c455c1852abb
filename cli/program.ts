import { Command, Option } from 'commander';
import { columnsOf, FORMATS, type Streams } from './call.ts';
import { printableLines } from './terminal/printable.ts';
import { addCompletionCommand } from './tree/completion.ts';
import { addDatabaseCommands } from './tree/database.ts';
import { addDesignationCommands } from './tree/designations.ts';
import { addEmailCommands } from './tree/emails.ts';
import { addExportCommands } from './tree/exports.ts';
import { addInviteCommands } from './tree/invites.ts';
import { addReminderCommands } from './tree/reminders.ts';
import type { Run } from './tree/runner.ts';
import { addSchoolCommands } from './tree/schools.ts';
import { addServerCommands } from './tree/server.ts';
import { addStudentCommands } from './tree/students.ts';
import { addUserCommands } from './tree/users.ts';
import { addYearCommands } from './tree/years.ts';

/**
 * The whole tree of commands, without any of their modules.
 *
 * @param showHelp gets the help that was asked for
 */
/** Longer lines are harder to read, and help that is the same everywhere can be written down by the build. */
const HELP_WIDTH = 80;

export function makeProgram(
  run: Run,
  { stdout, stderr }: Streams,
  showHelp: (text: string) => void = (text) => stdout.write(text),
): Command {
  const program = new Command('laurel')
    .configureOutput({
      writeOut: showHelp,
      writeErr: (text) => stderr.write(printableLines(text)),
      getOutHelpWidth: () => Math.min(columnsOf(stdout), HELP_WIDTH),
      getErrHelpWidth: () => Math.min(columnsOf(stderr), HELP_WIDTH),
    })
    .description(
      'The scholars award designations: the server, and the command line for administrators and cron.',
    )
    .addOption(
      new Option(
        '--format <format>',
        'table (on a terminal the default), csv (elsewhere), json or ndjson',
      ).choices(FORMATS),
    )
    .option('--quiet', 'no talk on standard error, but for errors')
    .option('--no-color', 'no colors, as with NO_COLOR')
    .option('--utc', "times in UTC instead of the programme's time zone")
    .option('--as <email>', 'act in the name of this administrator, whom events and disclosures record')
    .option('--debug', 'show the cause of a failure')
    .exitOverride()
    .showHelpAfterError('Add --help to the command to see what it takes.')
    .configureHelp({ showGlobalOptions: true });
  addServerCommands(program, run);
  addDatabaseCommands(program, run);
  addYearCommands(program, run);
  addDesignationCommands(program, run);
  addExportCommands(program, run);
  addStudentCommands(program, run);
  addSchoolCommands(program, run);
  addUserCommands(program, run);
  addInviteCommands(program, run);
  addEmailCommands(program, run);
  addReminderCommands(program, run);
  addCompletionCommand(program, run);
  return program;
}
