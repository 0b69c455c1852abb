import { endSnooze, findSnooze, snoozeSchool } from '#app/domain/high-schools/snooze-school.server.ts';
import { formatDay } from '#app/lib/time/zoned-time.ts';
import { SnoozeSchema } from '#app/schemas/school-snooze.ts';
import { applyWithoutConfirmation, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { parseFields } from '#cli/parse-options.server.ts';
import { findSchool } from '#cli/references.server.ts';
import { withServices } from '#cli/with-services.server.ts';

export interface SnoozeOptions extends ChangeOptions {
  readonly until: string;
}

/** `laurel schools snooze SCHOOL --until DAY`: puts an outstanding school at the end of the list until a day. */
export async function schoolsSnooze(
  context: CommandContext,
  reference: string,
  options: SnoozeOptions,
): Promise<ExitCode> {
  const { until } = parseFields(SnoozeSchema, { until: options.until }, { until: '--until' });
  return withServices(context, async (ctx) => {
    const { id: highSchoolId, name } = await findSchool(ctx, reference);
    const { isDone } = await applyWithoutConfirmation(options, ctx, (tx) =>
      snoozeSchool(tx, { highSchoolId, until }),
    );
    context.say(`${isDone ? 'Snoozed' : 'Would snooze'} ${name} until ${formatDay(until)}.`);
    return EXIT.done;
  });
}

/** `laurel schools unsnooze SCHOOL`: ends a school's snooze. */
export async function schoolsUnsnooze(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { id, name } = await findSchool(ctx, reference);
    if ((await findSnooze(ctx, id)) === null) {
      context.say(`${name} isn't snoozed.`);
      return EXIT.nothingToDo;
    }
    const { isDone } = await applyWithoutConfirmation(options, ctx, (tx) => endSnooze(tx, id));
    context.say(`${name} ${isDone ? 'is no longer' : 'would no longer be'} snoozed.`);
    return EXIT.done;
  });
}
