import type { Command } from 'commander';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { NoteAddOptions, NotesListOptions } from '#cli/commands/notes.ts';
import { addChangeOptions, addExamples, addPageOptions, addPurposeOption } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel notes …`. */
export function addNoteCommands(program: Command, run: Run): void {
  const notes = program.command('notes').description("the office's notes about schools and designations");
  addExamples(
    addPageOptions(addPurposeOption(addSubject(notes.command('list'))))
      .description('list the notes about a school or a designation, newest first')
      .action(
        run(async (context, options: NotesListOptions) =>
          (await import('#cli/commands/notes.ts')).notesList(context, options),
        ),
      ),
    'laurel notes list --high-school AUR',
    'laurel notes list --designation 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11',
  );
  addExamples(
    addChangeOptions(addSubject(notes.command('add')))
      .description('add a note about a school or a designation; only administrators can read it')
      .argument('<text>', 'the note')
      .option('--call', 'log it as a phone call with the school')
      .action(
        run(async (context, text: string, options: NoteAddOptions) =>
          (await import('#cli/commands/notes.ts')).notesAdd(context, text, options),
        ),
      ),
    'laurel notes add --high-school AUR "Their registrar changes in March."',
    'laurel notes add --high-school AUR --call "They will send it on Friday."',
  );
  addExamples(
    addChangeOptions(notes.command('delete'))
      .description('delete a note')
      .argument('<id>', "the note's ID")
      .action(
        run(async (context, id: string, options: ChangeOptions) =>
          (await import('#cli/commands/notes.ts')).notesDelete(context, id, options),
        ),
      ),
    'laurel notes delete 3f0c8f0e-2a39-4d4c-9f0e-0d8c1b7a5e11 --yes',
  );
}

function addSubject(command: Command): Command {
  return command
    .option('--high-school <school>', "the school's ID, banner code, or name")
    .option('--designation <id>', "the designation's ID");
}
