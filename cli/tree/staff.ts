import { type Command, Option } from 'commander';
import { STAFF_POSITIONS } from '#app/schemas/enums.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { StaffInviteOptions } from '#cli/commands/staff-invites.ts';
import type { StaffOptions } from '#cli/commands/staff.ts';
import { addChangeOptions, addExamples } from './options.ts';
import type { Run } from './runner.ts';

const SCHOOL = ['<school>', "the school's ID, banner code, or name"] as const;
const USER = ['<user>', 'email address or ID'] as const;
const INVITED = ['<email>', 'the invited email address'] as const;

/** Adds `laurel staff …`. */
export function addStaffCommands(program: Command, run: Run): void {
  const staff = program
    .command('staff')
    .description("schools' staff and staff invites, which `laurel schools show` lists");
  addExamples(
    addChangeOptions(staff.command('add'))
      .description("add an account to a school's staff, and email the person")
      .argument(...SCHOOL)
      .argument(...USER)
      .addOption(positionOption().makeOptionMandatory())
      .action(
        run(async (context, school: string, user: string, options: StaffOptions) =>
          (await import('#cli/commands/staff.ts')).staffAdd(context, school, user, options),
        ),
      ),
    'laurel staff add AUR kim@example.org --position COUNSELOR',
  );
  addExamples(
    addChangeOptions(staff.command('edit'))
      .description("change a staff member's position")
      .argument(...SCHOOL)
      .argument(...USER)
      .addOption(positionOption().makeOptionMandatory())
      .action(
        run(async (context, school: string, user: string, options: StaffOptions) =>
          (await import('#cli/commands/staff.ts')).staffEdit(context, school, user, options),
        ),
      ),
    'laurel staff edit AUR kim@example.org --position PRINCIPAL',
  );
  addExamples(
    addChangeOptions(staff.command('remove'))
      .description("remove an account from a school's staff; the account remains")
      .argument(...SCHOOL)
      .argument(...USER)
      .action(
        run(async (context, school: string, user: string, options: ChangeOptions) =>
          (await import('#cli/commands/staff.ts')).staffRemove(context, school, user, options),
        ),
      ),
    'laurel staff remove AUR kim@example.org --dry-run',
  );
  addInvites(staff, run);
}

function addInvites(staff: Command, run: Run): void {
  addExamples(
    addChangeOptions(staff.command('invite'))
      .description("invite someone by email to a school's staff")
      .argument(...SCHOOL)
      .argument('<email>', 'the email address to invite')
      .addOption(positionOption().default('STAFF'))
      .action(
        run(async (context, school: string, email: string, options: StaffInviteOptions) =>
          (await import('#cli/commands/staff-invites.ts')).staffInvite(context, school, email, options),
        ),
      ),
    'laurel staff invite AUR new@example.org --position COUNSELOR',
  );
  addExamples(
    addChangeOptions(staff.command('resend-invite'))
      .description("resend a school's open invite; `laurel invites resend` resends all invites of an address")
      .argument(...SCHOOL)
      .argument(...INVITED)
      .action(
        run(async (context, school: string, email: string, options: ChangeOptions) =>
          (await import('#cli/commands/staff-invites.ts')).staffResendInvite(context, school, email, options),
        ),
      ),
    'laurel staff resend-invite AUR new@example.org',
  );
  addExamples(
    addChangeOptions(staff.command('remove-invite'))
      .description("remove a school's open invite")
      .argument(...SCHOOL)
      .argument(...INVITED)
      .action(
        run(async (context, school: string, email: string, options: ChangeOptions) =>
          (await import('#cli/commands/staff-invites.ts')).staffRemoveInvite(context, school, email, options),
        ),
      ),
    'laurel staff remove-invite AUR new@example.org',
  );
}

function positionOption(): Option {
  return new Option('--position <position>', 'the position at the school').choices(STAFF_POSITIONS);
}
