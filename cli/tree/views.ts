import { type Command, Option } from 'commander';
import { VIEW_LISTS } from '#app/schemas/view-lists.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { ListOption, SaveViewOptions } from '#cli/commands/views.ts';
import type { PageOptions } from '#cli/parse-options.server.ts';
import { addChangeOptions, addExamples, addPageOptions } from './options.ts';
import type { Run } from './runner.ts';

const NAME = ['<name>', "the view's name"] as const;
const ofList = () => new Option('--list <list>', 'the list that the view is for').choices(VIEW_LISTS);

/** Adds `laurel views …`. */
export function addViewCommands(program: Command, run: Run): void {
  const views = program
    .command('views')
    .description('saved views of the administrator named by --as: filters and sort orders');
  addExamples(
    addPageOptions(views.command('list'))
      .description('list the saved views by name, with their links')
      .addOption(ofList())
      .action(
        run(async (context, options: PageOptions & ListOption) =>
          (await import('#cli/commands/views.ts')).viewsList(context, options),
        ),
      ),
    'laurel views list --as kim@example.org',
  );
  addExamples(
    views
      .command('show')
      .description('show a saved view and its link')
      .argument(...NAME)
      .addOption(ofList())
      .action(
        run(async (context, name: string, options: ListOption) =>
          (await import('#cli/commands/views.ts')).viewsShow(context, name, options),
        ),
      ),
    'laurel views show "To review" --as kim@example.org',
  );
  addExamples(
    addChangeOptions(views.command('save'))
      .description('save a view, or change the one with this name')
      .argument(...NAME)
      .addOption(ofList())
      .option('--query <query>', "the part of the list's address after the question mark")
      .option('--rename <name>', 'a new name for an existing view')
      .action(
        run(async (context, name: string, options: SaveViewOptions) =>
          (await import('#cli/commands/views.ts')).viewsSave(context, name, options),
        ),
      ),
    'laurel views save "To review" --list designations --query "status=PENDING&sort=updatedAt" --as kim@example.org',
    'laurel views save "To review" --rename Pending --as kim@example.org',
  );
  addExamples(
    addChangeOptions(views.command('delete'))
      .description('delete a saved view')
      .argument(...NAME)
      .addOption(ofList())
      .action(
        run(async (context, name: string, options: ChangeOptions & ListOption) =>
          (await import('#cli/commands/views.ts')).viewsDelete(context, name, options),
        ),
      ),
    'laurel views delete "To review" --yes --as kim@example.org',
  );
}
