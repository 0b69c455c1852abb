import { findUndoableRollover, undoRollover } from '#app/domain/academic-years/undo-rollover.server.ts';
import { rollOverYear } from '#app/domain/academic-years/roll-over-year.server.ts';
import { formatNumber } from '#app/lib/text/counted.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { earlySentence, rolloverSentences, undoSentences } from '#app/messages/rollover-labels.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { DESIGNATION_STATUS_LABELS } from '#app/schemas/enums.ts';
import { RolloverSchema, type RolloverReport } from '#app/schemas/rollover.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';

/** `laurel years rollover [YEAR]`: begins a year, by default the current one, unless it or a later one is active. */
export async function yearsRollover(
  context: CommandContext,
  number: string | undefined,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const thisYear = zonedDay(ctx.now(), ctx.settings.timeZone).slice(0, 4);
    const { year } = parseFields(RolloverSchema, { year: Number(number ?? thisYear) }, { year: 'YEAR' });
    const { outcome, isDone } = await applyChange<RolloverReport>(context, options, ctx, {
      make: (tx, shown) => rollOverYear(tx, shown === undefined ? { year } : { year, plan: shown.plan }),
      question: (planned) => {
        if (planned.outcome === 'ALREADY') return null;
        reportRollover(context, planned, ctx.settings.timeZone);
        return `Begin ${planned.active.year}?`;
      },
    });
    if (outcome.outcome === 'ALREADY') {
      context.say(`${outcome.active.year} is already the active year. Nothing was done.`);
      return EXIT.nothingToDo;
    }
    if (!isDone) reportRollover(context, outcome, ctx.settings.timeZone);
    context.say(isDone ? `${outcome.active.year} has begun.` : 'Nothing has changed yet.');
    return EXIT.done;
  });
}

/** `laurel years undo`: undoes the last rollover, unless the new year has designations. */
export async function yearsUndo(context: CommandContext, options: ChangeOptions): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const undoable = await findUndoableRollover(ctx);
    if (undoable === null) {
      context.say(YEAR_MESSAGES.noRollover);
      return EXIT.nothingToDo;
    }
    const { active } = undoable;
    if (options.yes !== true || options.dryRun === true) {
      for (const line of undoSentences(undoable)) context.say(line);
    }
    const { outcome, isDone } = await applyChange(context, options, ctx, {
      make: (tx) => undoRollover(tx, active),
      question: () => `Undo the rollover to ${active.year}?`,
    });
    context.say(isDone ? YEAR_MESSAGES.rolloverUndone(outcome?.year ?? null) : 'Nothing has changed yet.');
    return EXIT.done;
  });
}

function reportRollover(context: CommandContext, report: RolloverReport, timeZone: string): void {
  const early = earlySentence(report, timeZone);
  const lines = [...rolloverSentences(report), ...(early === null ? [] : [early]), ...checkSentences(report)];
  for (const line of lines) context.say(line);
}

/** Returns warnings to check before a year is closed; they don't prevent the rollover. */
function checkSentences({ closed, checks }: RolloverReport): string[] {
  const { openDesignations, schoolsWithoutStaff, bouncedAddresses } = checks;
  const open = (['STARTED', 'PENDING', 'RETURNED'] as const)
    .filter((status) => openDesignations[status] > 0)
    .map((status) => `${formatNumber(openDesignations[status])} ${DESIGNATION_STATUS_LABELS[status]}`);
  return [
    ...(closed === null || open.length === 0
      ? []
      : [`Open ${closed.year} designations: ${open.join(', ')}.`]),
    ...named(
      'Active schools without staff',
      schoolsWithoutStaff.total,
      schoolsWithoutStaff.shown.map(({ name }) => name),
    ),
    ...named(
      'Bounced addresses',
      bouncedAddresses.total,
      bouncedAddresses.shown.map(({ email }) => email),
    ),
  ];
}

function named(title: string, total: number, shown: readonly string[]): string[] {
  if (total === 0) return [];
  const more = total > shown.length ? ` and ${total - shown.length} more` : '';
  return [`${title}: ${shown.join(', ')}${more}.`];
}
