import type { Ctx } from '#app/domain/ctx.server.ts';
import { listUndoable } from '#app/domain/designations/find-undoable.server.ts';
import { undoDecisions } from '#app/domain/designations/undo-decisions.server.ts';
import { NAMED_MAX } from '#app/config/constants.ts';
import { formatSkipped, namesSentence } from '#app/messages/decision-labels.ts';
import { UNDO_MESSAGES, UNDO_SKIPPED_LABELS, undoneCount } from '#app/messages/undo-labels.ts';
import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { versionTokenOf } from '#app/lib/versions.ts';
import type { ExpectedDesignation } from '#app/schemas/designation-bulk.ts';
import type { Undoable, UndoOutcome } from '#app/schemas/designation-undo.ts';
import { type ChangeOptions, confirmChange } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { ignoreBrokenPipe } from '#cli/command-output.ts';
import { findDesignationIds } from '#cli/references.server.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { printDesignations } from './designations.ts';

/**
 * `laurel designations undo [ids]`: undoes decisions of the last minute, each in its own transaction, and lists those
 * that can no longer be undone. Without IDs, all decisions of the actor.
 */
export async function designationsUndo(
  context: CommandContext,
  ids: readonly string[],
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(
    context,
    async (ctx) => {
      const wanted = ids.length === 0 ? null : await findDesignationIds(ctx, ids);
      const found = await listUndoable(ctx, wanted);
      const others = wanted === null ? 0 : new Set(wanted).size - found.length;
      if (found.length === 0) {
        context.say(UNDO_MESSAGES.NONE);
        return EXIT.nothingToDo;
      }
      if (options.yes !== true || options.dryRun === true) {
        for (const line of planLines(found, others)) context.say(line);
      }
      if (options.dryRun === true) {
        await printDesignations(context, ctx, found);
        return others > 0 ? EXIT.partlyDone : EXIT.done;
      }
      await confirmChange(context, options, `Undo ${counted(found.length, 'decision')}?`);
      const { undone, skipped } = await undoAll(ctx, found);
      context.say(undoneCount(undone.length));
      for (const line of skippedLines(skipped)) context.say(line);
      await ignoreBrokenPipe(() => printDesignations(context, ctx, undone));
      if (undone.length === 0) return EXIT.nothingToDo;
      return others + skipped.length > 0 ? EXIT.partlyDone : EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}

async function undoAll(ctx: Ctx, found: readonly Undoable[]): Promise<Omit<UndoOutcome, 'rest'>> {
  const undone: UndoOutcome['undone'] = [];
  const skipped: UndoOutcome['skipped'] = [];
  let waiting: readonly ExpectedDesignation[] = found;
  while (waiting.length > 0) {
    const outcome = await undoDecisions(ctx, { designations: waiting });
    undone.push(...outcome.undone);
    skipped.push(...outcome.skipped);
    const rest = new Set(outcome.rest);
    waiting = waiting.filter((one) => rest.has(versionTokenOf(one)));
  }
  return { undone, skipped };
}

function planLines(found: readonly Undoable[], others: number): string[] {
  const emails = found.reduce((sum, one) => sum + one.emails, 0);
  return [
    `${counted(found.length, 'decision')} will be undone.`,
    `  ${namesSentence({ named: found.slice(0, NAMED_MAX), count: found.length })}`,
    ...(others === 0 ? [] : [`${formatSkipped(others)} ${UNDO_SKIPPED_LABELS.NONE}.`]),
    emails === 0 ? 'No emails are waiting.' : `${counted(emails, 'email')} won't be sent.`,
  ];
}

function skippedLines(skipped: UndoOutcome['skipped']): string[] {
  if (skipped.length === 0) return [];
  return [
    formatSkipped(skipped.reduce((sum, { count }) => sum + count, 0)),
    ...skipped.map(
      (one) => `  ${formatNumber(one.count)} ${UNDO_SKIPPED_LABELS[one.reason]}: ${namesSentence(one)}`,
    ),
  ];
}
