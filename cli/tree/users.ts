import { type Command, Option } from 'commander';
import { USER_FLAGS } from '#app/schemas/enums.ts';
import { USER_SORTS, USER_TEXT_LIST } from '#app/schemas/user-fields.ts';
import type { UserFlagOptions, UserInviteOptions, UserOptions } from '#cli/commands/users-change.ts';
import type { UserEditOptions } from '#cli/commands/users-edit.ts';
import type { SessionOptions, UserListOptions } from '#cli/commands/users.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { ImportOptions } from '#cli/import-list.server.ts';
import {
  addChangeOptions,
  addExamples,
  addImportOptions,
  addPageOptions,
  kebabCase,
  repeatable,
} from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel users …`. */
export function addUserCommands(program: Command, run: Run): void {
  const users = program.command('users').description('accounts');
  addReading(users, run);
  addAdding(users, run);
  addChanging(users, run);
}

function addReading(users: Command, run: Run): void {
  addExamples(
    addPageOptions(addUserFilters(users.command('list')), USER_SORTS)
      .description('list accounts, optionally filtered; deleted ones come last')
      .action(
        run(async (context, options: UserListOptions) =>
          (await import('#cli/commands/users.ts')).usersList(context, options),
        ),
      ),
    'laurel users list --flags ADMIN --no-deleted',
    'laurel users list --high-school "Aurora High School" --format csv',
  );
  addExamples(
    users
      .command('show')
      .description('show an account and its schools')
      .argument('<user>', 'email address or ID')
      .action(
        run(async (context, email: string) =>
          (await import('#cli/commands/users.ts')).usersShow(context, email),
        ),
      ),
    'laurel users show ada@example.org',
  );
}

function addAdding(users: Command, run: Run): void {
  addExamples(
    addImportOptions(users.command('import'), 'School=positions')
      .description('import accounts and their positions, all of them or none, without emailing anyone')
      .action(
        run(async (context, file: string, options: ImportOptions) =>
          (await import('#cli/commands/users-import.ts')).usersImport(context, file, options),
        ),
      ),
    'laurel users import users.xlsx --dry-run',
    'laurel users import staff.csv --column "School=positions" --as ada@example.org',
  );
  addExamples(
    addChangeOptions(users.command('create'))
      .description('create an account, for example for the first administrator')
      .argument('<email>', 'the email address to sign in with')
      .requiredOption('--first <name>', 'first name')
      .requiredOption('--last <name>', 'last name')
      .requiredOption('--phone <number>', 'phone number, like "(907) 555-0123"')
      .option('--admin', 'make this account an administrator')
      .action(
        run(async (context, email: string, options: UserOptions) =>
          (await import('#cli/commands/users-change.ts')).usersCreate(context, email, options),
        ),
      ),
    'laurel users create ada@example.org --first Ada --last Lovelace --phone "(907) 555-0123" --admin',
  );
  addExamples(
    addChangeOptions(users.command('invite'))
      .description('invite someone by email to create an account')
      .argument('<email>', 'the email address to invite')
      .addOption(repeatable('--flag', 'a flag for the new account', ['ADMIN']))
      .action(
        run(async (context, email: string, options: UserInviteOptions) =>
          (await import('#cli/commands/users-change.ts')).usersInvite(context, email, options),
        ),
      ),
    'laurel users invite kim@example.org',
    'laurel users invite ada@example.org --flag ADMIN --as grace@example.org',
  );
}

function addChanging(users: Command, run: Run): void {
  addExamples(
    addTexts(addChangeOptions(users.command('edit')))
      .description(
        "change an account's name, phone number, or email address; a new address signs it out everywhere",
      )
      .argument('<user>', 'email address or ID')
      .option('--email <address>', 'the new email address to sign in with')
      .option('--phone <number>', 'phone number, like "(907) 555-0123"')
      .action(
        run(async (context, user: string, options: UserEditOptions) =>
          (await import('#cli/commands/users-edit.ts')).usersEdit(context, user, options),
        ),
      ),
    'laurel users edit kim@example.org --last Winter --phone 9075550123',
    'laurel users edit kim@example.org --email kim.winter@example.org --dry-run',
  );
  addExamples(
    addChangeOptions(users.command('flags'))
      .description('add or remove flags: administrator, deleted')
      .argument('<user>', 'email address or ID')
      .addOption(repeatable('--add', 'flags to add', USER_FLAGS))
      .addOption(repeatable('--remove', 'flags to remove', USER_FLAGS))
      .action(
        run(async (context, email: string, options: UserFlagOptions) =>
          (await import('#cli/commands/users-change.ts')).usersFlags(context, email, options),
        ),
      ),
    'laurel users flags ada@example.org --add ADMIN --remove DELETED',
  );
  addExamples(
    addChangeOptions(users.command('delete'))
      .description("delete an account: ends its sessions and removes it from every school's staff")
      .argument('<user>', 'email address or ID')
      .action(
        run(async (context, email: string, options: ChangeOptions) =>
          (await import('#cli/commands/users-change.ts')).usersDelete(context, email, options),
        ),
      ),
    'laurel users delete kim@example.org --dry-run',
  );
  addExamples(
    addChangeOptions(users.command('merge'))
      .description("merge two accounts of the same person and keep the second; this can't be undone")
      .argument('<from>', 'email address or ID of the account to merge, which will be deleted')
      .argument('<into>', 'email address or ID of the account to keep')
      .action(
        run(async (context, from: string, into: string, options: ChangeOptions) =>
          (await import('#cli/commands/users-merge.ts')).usersMerge(context, { from, into }, options),
        ),
      ),
    'laurel users merge kim@old.example.org kim@new.example.org --dry-run',
  );
  addExamples(
    addChangeOptions(users.command('sessions'))
      .description('show where an account is signed in, or sign it out there')
      .argument('<user>', 'email address or ID')
      .addOption(new Option('--end', 'sign it out everywhere').conflicts('endSession'))
      .option('--end-session <id>', 'sign it out of one browser')
      .action(
        run(async (context, email: string, options: SessionOptions) =>
          (await import('#cli/commands/users.ts')).usersSessions(context, email, options),
        ),
      ),
    'laurel users sessions kim@example.org',
    'laurel users sessions kim@example.org --end --yes',
  );
}

function addTexts(command: Command): Command {
  for (const [, { label, option }] of USER_TEXT_LIST) {
    command.option(`--${kebabCase(option)} <text>`, label.toLowerCase());
  }
  return command;
}

/** Adds the filters for user lists and exports. */
export function addUserFilters(command: Command): Command {
  for (const [name, { label }] of USER_TEXT_LIST) {
    command.option(`--${kebabCase(name)} <text>`, `${label.toLowerCase()} contains this text`);
  }
  return command
    .option('--name <text>', 'full name contains this text')
    .option('--email <text>', 'email address contains this text')
    .option('--phone <text>', 'phone number contains this text; digits alone also match')
    .addOption(repeatable('--flags', 'flags; matches any of the given values', USER_FLAGS))
    .option('--high-school <school...>', 'staff of any of these schools (ID, banner code, or name)')
    .option('--high-school-name <text>', 'staff of schools whose name contains this text')
    .option('--deleted', 'only deleted accounts')
    .option('--no-deleted', 'exclude deleted accounts');
}
