import { type Argument, Command, InvalidArgumentError, Option } from 'commander';
import { FORMAT_CHOICES, columnsOf, type Streams } from './command-context.ts';
import { printableLines } from './terminal/printable.ts';
import { addAccessRequestCommands } from './tree/access-requests.ts';
import { addAuditCommand } from './tree/audit.ts';
import { addAutomaticEmailCommands } from './tree/automatic-emails.ts';
import { addBounceCommands } from './tree/bounces.ts';
import { addCompletionCommand } from './tree/completion.ts';
import { addDatabaseCommands } from './tree/database.ts';
import { addDesignationCommands } from './tree/designations.ts';
import { addEmailCommands } from './tree/emails.ts';
import { addExportCommands } from './tree/exports.ts';
import { addExportProfileCommands } from './tree/export-profiles.ts';
import { addHelpCommand } from './tree/help.ts';
import { addInviteCommands } from './tree/invites.ts';
import { addNoteCommands } from './tree/notes.ts';
import { addReminderCommands } from './tree/reminders.ts';
import type { Run } from './tree/runner.ts';
import { addSchoolCommands } from './tree/schools.ts';
import { addSearchCommand } from './tree/search.ts';
import { addServerCommands } from './tree/server.ts';
import { addStaffCommands } from './tree/staff.ts';
import { addStatisticsCommand } from './tree/statistics.ts';
import { addSettingsCommands } from './tree/settings.ts';
import { addStudentCommands } from './tree/students.ts';
import { addDisclosureCommands } from './tree/disclosures.ts';
import { addIdentityCommands } from './tree/identities.ts';
import { addPasskeyCommands } from './tree/passkeys.ts';
import { addTokenCommands } from './tree/tokens.ts';
import { addUserCommands } from './tree/users.ts';
import { addViewCommands } from './tree/views.ts';
import { addYearCommands } from './tree/years.ts';
import { versionName } from '#app/config/project-root.server.ts';

/** A fixed width lets the build save the help. */
const HELP_WIDTH = 80;

/**
 * Creates the command tree without loading the command modules.
 *
 * @param showHelp receives the requested help
 */
export function makeProgram(
  run: Run,
  { stdout, stderr }: Streams,
  showHelp: (text: string) => void = (text) => stdout.write(text),
): Command {
  const program = new Command('laurel')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show help for a command')
    .configureOutput({
      writeOut: showHelp,
      writeErr: (text) => stderr.write(printableLines(text)),
      getOutHelpWidth: () => Math.min(columnsOf(stdout), HELP_WIDTH),
      getErrHelpWidth: () => Math.min(columnsOf(stderr), HELP_WIDTH),
    })
    .description('Run the Laurel server, and manage scholars award designations from a terminal or cron.')
    .addOption(
      new Option(
        '--format <format>',
        'table (default on a terminal), csv (default elsewhere), json, or ndjson; for exports: csv or xlsx',
      ).choices(FORMAT_CHOICES),
    )
    .option('--quiet', 'print errors only')
    .option('--no-color', 'turn off colors, like NO_COLOR')
    .option('--utc', "show times in UTC instead of the program's time zone")
    .option(
      '--as <email>',
      'act as this administrator, named in the history and disclosure log (default: LAUREL_AS)',
    )
    .option('--debug', 'show the cause of a failure')
    .version(`laurel ${versionName()}`, '--version', 'print the version')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  addServerCommands(program, run);
  addDatabaseCommands(program, run);
  addYearCommands(program, run);
  addDesignationCommands(program, run);
  addExportCommands(program, run);
  addExportProfileCommands(program, run);
  addNoteCommands(program, run);
  addStudentCommands(program, run);
  addDisclosureCommands(program, run);
  addAuditCommand(program, run);
  addStatisticsCommand(program, run);
  addSearchCommand(program, run);
  addSchoolCommands(program, run);
  addStaffCommands(program, run);
  addUserCommands(program, run);
  addTokenCommands(program, run);
  addPasskeyCommands(program, run);
  addIdentityCommands(program, run);
  addViewCommands(program, run);
  addInviteCommands(program, run);
  addAccessRequestCommands(program, run);
  addEmailCommands(program, run);
  addBounceCommands(program, run);
  addAutomaticEmailCommands(program, run);
  addReminderCommands(program, run);
  addSettingsCommands(program, run);
  addCompletionCommand(program, run);
  addHelpCommand(program);
  checkOptions(program);
  pointToHelp(program);
  return program;
}

function pointToHelp(command: Command, path: string = command.name()): void {
  command.showHelpAfterError(`Run \`${path} --help\` for usage.`);
  for (const one of command.commands) pointToHelp(one, `${path} ${one.name()}`);
}

/** Accepts choices in any case, and rejects repeated single-value options, where Commander drops the first value. */
function checkOptions(command: Command): void {
  for (const option of command.options) {
    acceptAnyCase(option);
    refuseSecondValue(option);
  }
  for (const argument of command.registeredArguments) acceptAnyCase(argument);
  for (const one of command.commands) checkOptions(one);
}

function acceptAnyCase(taking: Option | Argument): void {
  const { argChoices, parseArg } = taking;
  if (argChoices === undefined || parseArg === undefined) return;
  taking.parseArg = <Value>(value: string, previous: Value): Value =>
    parseArg.call(taking, argChoices.find((choice) => isSame(choice, value)) ?? value, previous) as Value;
}

function isSame(choice: string, typed: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[\s-]/g, '_');
  return plain(choice) === plain(typed);
}

function refuseSecondValue(option: Option): void {
  if (option.variadic || (!option.required && !option.optional)) return;
  const { parseArg } = option;
  option.parseArg = <Value>(value: string, previous: Value): Value => {
    if (previous !== undefined && previous !== option.defaultValue) {
      throw new InvalidArgumentError('This option takes one value and can be used only once.');
    }
    return (parseArg === undefined ? value : parseArg.call(option, value, previous)) as Value;
  };
}
