import type { Command } from 'commander';
import { addExamples, addPurposeOption } from './options.ts';
import type { Run } from './runner.ts';

/** Adds `laurel search`. */
export function addSearchCommand(program: Command, run: Run): void {
  addExamples(
    addPurposeOption(program.command('search'))
      .description(
        'find schools, people, students, and designations by name, year, or reference; recorded as a disclosure if it finds students',
      )
      .argument('[text]', 'what to search for (default: read from standard input)')
      .action(
        run(async (context, text: string | undefined) =>
          (await import('#cli/commands/search.ts')).search(context, text),
        ),
      ),
    "laurel search 'aurora 2026'",
    'laurel search 2026-7K3M-Q2XP',
    'read -r name && echo "$name" | laurel search',
  );
}
