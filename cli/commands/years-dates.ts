import { changeAcademicYear } from '#app/domain/academic-years/change-academic-year.server.ts';
import type { AcademicYearPatch } from '#app/schemas/academic-year.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { YEAR_DATE_NAMES, YEAR_DATES, type YearDateName } from '#app/schemas/year-fields.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { parseInstant } from '#cli/parse-instant.server.ts';
import { namingOptions } from '#cli/parse-options.server.ts';
import { findYear } from '#cli/references.server.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { kebabCase } from '#cli/tree/options.ts';
import { YEAR_COLUMNS } from './years-list.ts';

type DateOption = (typeof YEAR_DATES)[YearDateName]['option'];
export interface YearDateOptions extends ChangeOptions, Readonly<Partial<Record<DateOption, string>>> {}

const OPTIONS = ofEachField(YEAR_DATES, ({ option }) => `--${kebabCase(option)}`);

/** `laurel years dates YEAR --due DATE …`: sets or clears dates. Default times: 00:00 for --opens, 23:59 for others. */
export async function yearsDates(
  context: CommandContext,
  number: string,
  options: YearDateOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { timeZone } = ctx.settings;
    const patch: AcademicYearPatch = {};
    for (const name of YEAR_DATE_NAMES) {
      const typed = options[YEAR_DATES[name].option];
      const clock = name === 'opensAt' ? '00:00' : '23:59';
      if (typed !== undefined)
        patch[name] = typed === 'none' ? null : parseInstant(OPTIONS[name], typed, { clock, timeZone });
    }
    if (Object.keys(patch).length === 0) {
      throw new CommandFailure(
        'Choose a date: --opens, --early-due, --due or --corrections-due.',
        EXIT.usage,
      );
    }
    const before = await findYear(ctx, number);
    const { outcome, isDone } = await namingOptions(OPTIONS, () =>
      applyChange(context, options, ctx, {
        make: (tx) => changeAcademicYear(tx, { id: before.id, patch, ifMatch: before.version }),
        question: (year) => (year.version === before.version ? null : `Change the dates of ${before.year}?`),
      }),
    );
    await printRecord(context, { record: outcome, fields: YEAR_COLUMNS, timeZone });
    if (outcome.version === before.version) {
      context.say(`${before.year} already has these dates.`);
      return EXIT.nothingToDo;
    }
    context.say(isDone ? `Changed the dates of ${before.year}.` : 'Nothing has been changed yet.');
    return EXIT.done;
  });
}
