import type { Command } from 'commander';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { AcceptOptions } from '#cli/commands/access-requests.ts';
import { addChangeOptions, addExamples } from './options.ts';
import type { Run } from './runner.ts';

const ID = ['<id>', "the request's ID"] as const;

/** Adds `laurel access-requests …`. */
export function addAccessRequestCommands(program: Command, run: Run): void {
  const requests = program
    .command('access-requests')
    .description('access requests from people who want to join a school');
  addExamples(
    requests
      .command('list')
      .description("list open requests to join a school's staff, newest first")
      .action(
        run(async (context) =>
          (await import('#cli/commands/access-requests.ts')).accessRequestsList(context),
        ),
      ),
    'laurel access-requests list',
  );
  addExamples(
    addChangeOptions(requests.command('accept'))
      .description("accept a request: add the person to the school's staff, and email them")
      .argument(...ID)
      .option('--high-school <school>', 'the school, if the request matches none (ID, banner code, or name)')
      .action(
        run(async (context, id: string, options: AcceptOptions) =>
          (await import('#cli/commands/access-requests.ts')).accessRequestsAccept(context, id, options),
        ),
      ),
    'laurel access-requests accept 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11',
    'laurel access-requests accept 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 --high-school AUR',
  );
  addExamples(
    addChangeOptions(requests.command('decline'))
      .description("decline a request; the person isn't emailed")
      .argument(...ID)
      .action(
        run(async (context, id: string, options: ChangeOptions) =>
          (await import('#cli/commands/access-requests.ts')).accessRequestsDecline(context, id, options),
        ),
      ),
    'laurel access-requests decline 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11',
  );
}
