import { changeAcademicYear } from '#app/domain/academic-years/change-academic-year.server.ts';
import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { countUndecided } from '#app/domain/academic-years/roll-over-year.server.ts';
import { closingSentence } from '#app/lib/messages/rollover-labels.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { findYear } from '#cli/references.server.ts';

/** `laurel years activate YEAR`: schools can start designations only for this year. */
export async function yearsActivate(
  context: CommandContext,
  number: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const year = await findYear(ctx, number);
    if (year.status === 'ACTIVE') {
      context.say(`${year.year} is already the active year.`);
      return EXIT.nothingToDo;
    }
    const before = await findActiveYear(ctx);
    const instead = before === null ? '' : ` instead of ${before.year}`;
    const effect =
      before === null ? '' : ` ${closingSentence(before.year, await countUndecided(ctx, before.id))}`;
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) =>
        changeAcademicYear(tx, { id: year.id, patch: { status: 'ACTIVE' }, ifMatch: year.version }),
      question: () => `Activate ${year.year}${instead}?${effect}`,
    });
    context.say(
      isDone
        ? `${year.year} is now the active year${instead}.`
        : `Would activate ${year.year}${instead}.${effect}`,
    );
    return EXIT.done;
  });
}
