import { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { listPurgeableYears, purgeStudentsOfYear } from '#app/domain/retention/purge-students.server.ts';
import type { PurgeableYear } from '#app/domain/retention/retention-queries.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { withJobLock } from '#cli/job-lock.server.ts';
import { parseFields } from '#cli/parse-options.server.ts';
import type { Column } from '#cli/terminal/cell-text.ts';
import { ignoreBrokenPipe } from '#cli/command-output.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';

export interface PurgeOptions extends ChangeOptions {
  readonly olderThan: string;
}

const COLUMNS: readonly Column<PurgeableYear>[] = [
  { title: 'Year', cell: ({ year }) => year },
  { title: 'Designations', isNumber: true, cell: ({ designations }) => designations },
  { title: 'Students', isNumber: true, cell: ({ students }) => students },
];

const AgeSchema = z.object({
  olderThan: z
    .string()
    .regex(/^[1-9]\d?y$/, 'Enter whole years, like 7y.')
    .transform((age) => Number(age.slice(0, -1))),
});

/** `laurel retention purge --older-than 7y`: removes personal data of closed years from over 7 years ago. */
export async function retentionPurge(context: CommandContext, options: PurgeOptions): Promise<ExitCode> {
  const { olderThan } = options;
  const { olderThan: age } = parseFields(
    AgeSchema,
    { olderThan },
    { olderThan: `--older-than ${olderThan}` },
  );
  return withServices(context, async (ctx) => {
    const none = `No closed year older than ${counted(age, 'year')} has any students' personal data, messages, internal notes, reviewers' notes, or import mappings.`;
    const years = await listPurgeableYears(ctx, age);
    await ignoreBrokenPipe(() =>
      printList(context, {
        columns: COLUMNS,
        pages: onePage(years),
        timeZone: ctx.settings.timeZone,
        empty: none,
      }),
    );
    if (years.length === 0) {
      if (context.format !== 'table') context.say(none);
      return EXIT.nothingToDo;
    }
    if (!(await isConfirmed(context, options))) {
      context.say('Nothing has been removed yet. To remove this data, run the command again with --yes.');
      return EXIT.done;
    }
    return withJobLock(ctx, 'retention purge', () => purge(context, ctx, years));
  });
}

/** Purges the listed years, one transaction each. */
async function purge(context: CommandContext, ctx: Ctx, years: readonly PurgeableYear[]): Promise<ExitCode> {
  for (const { id, year } of years) {
    const students = await purgeStudentsOfYear(ctx, id);
    context.say(
      `${year}: removed the personal data of ${counted(students, 'student')}, all messages, and all notes.`,
    );
  }
  return EXIT.done;
}

/** Returns whether to purge. A purge can't be undone, so without --yes or a terminal it is a dry run. */
async function isConfirmed(context: CommandContext, { yes, dryRun }: PurgeOptions): Promise<boolean> {
  if (dryRun === true) return false;
  if (yes === true) return true;
  return (
    context.isInteractive &&
    (await context.ask(
      "Permanently remove all students' personal data, messages, and notes from these years?",
    ))
  );
}
