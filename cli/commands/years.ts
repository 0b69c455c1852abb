import {
  findActiveYear,
  findYearByNumber,
  listAcademicYears,
} from '#app/domain/academic-years/read-academic-years.server.ts';
import {
  type AcademicYearResponse,
  AcademicYearCreateSchema,
  type AcademicYearPatch,
} from '#app/schemas/academic-year.ts';
import { ACTIVITY_STATUS_LABELS } from '#app/schemas/enums.ts';
import { YEAR_DATE_LIST, YEAR_DATE_NAMES, YEAR_DATES, type YearDateName } from '#app/schemas/year-fields.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';
import { createAcademicYear } from '#app/domain/academic-years/create-academic-year.server.ts';
import { applyChange, applyWithoutConfirmation, type ChangeOptions } from '#cli/apply-change.server.ts';
import { withOptionErrors, parseFields, parseInstant } from '#cli/parse-options.server.ts';
import {
  changeAcademicYear,
  deleteAcademicYear,
} from '#app/domain/academic-years/change-academic-year.server.ts';
import { countUndecided } from '#app/domain/academic-years/roll-over-year.server.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { alternatives } from '#app/lib/text/listed.ts';
import { closingSentence } from '#app/messages/rollover-labels.ts';
import { findYear } from '#cli/references.server.ts';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { kebabCase } from '#cli/tree/options.ts';

export const YEAR_COLUMNS: readonly Column<AcademicYearResponse>[] = [
  { title: 'Year', cell: ({ year }) => year },
  { title: 'Status', cell: ({ status }) => ACTIVITY_STATUS_LABELS[status] },
  ...YEAR_DATE_LIST.map(([name, { label }]): Column<AcademicYearResponse> => ({
    title: label,
    cell: (year) => instant(year[name]),
  })),
];

/** `laurel years list`: lists academic years, newest first. */
export async function yearsList(context: CommandContext): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const { items } = await listAcademicYears(ctx);
    await printList(context, {
      columns: YEAR_COLUMNS,
      pages: onePage(items),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no academic years yet. Add one with `laurel years add 2026`.',
    });
  });
  return EXIT.done;
}

/** `laurel years add YEAR`: adds an inactive year. */
export async function yearsAdd(
  context: CommandContext,
  number: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  const fields = parseFields(AcademicYearCreateSchema, { year: Number(number) }, { year: 'YEAR' });
  return withServices(context, async (ctx) => {
    if ((await findYearByNumber(ctx, fields.year)) !== null) {
      context.say(YEAR_MESSAGES.exists(fields.year));
      return EXIT.nothingToDo;
    }
    const { outcome, isDone } = await applyWithoutConfirmation(options, ctx, (tx) =>
      createAcademicYear(tx, fields),
    );
    const { year } = outcome;
    context.say(
      isDone
        ? `Added the ${year} academic year. To open it to schools, run \`laurel years activate ${year}\`.`
        : `Would add the ${year} academic year.`,
    );
    return EXIT.done;
  });
}

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

/** `laurel years deactivate YEAR`: schools can't start designations until a year is active. */
export async function yearsDeactivate(
  context: CommandContext,
  number: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { id, year, status, version } = await findYear(ctx, number);
    if (status === 'INACTIVE') {
      context.say(`${year} is already inactive.`);
      return EXIT.nothingToDo;
    }
    const effect = `${closingSentence(year, await countUndecided(ctx, id))} No year will be active.`;
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => changeAcademicYear(tx, { id, patch: { status: 'INACTIVE' }, ifMatch: version }),
      question: () => `Deactivate ${year}? ${effect}`,
    });
    context.say(
      isDone
        ? `${year} is now inactive. To make a year active, run \`laurel years activate\`.`
        : `Would deactivate ${year}. ${effect}`,
    );
    return EXIT.done;
  });
}

/** `laurel years delete YEAR`: deletes a year with its extensions and reminders, unless it has designations. */
export async function yearsDelete(
  context: CommandContext,
  number: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { id, year, version } = await findYear(ctx, number);
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => deleteAcademicYear(tx, { id, ifMatch: version }),
      question: () => YEAR_MESSAGES.deleteQuestion(year),
    });
    context.say(isDone ? YEAR_MESSAGES.deleted(year) : `Would delete the ${year} academic year.`);
    return EXIT.done;
  });
}

type DateOption = (typeof YEAR_DATES)[YearDateName]['option'];
export interface YearDateOptions extends ChangeOptions, Readonly<Partial<Record<DateOption, string>>> {}

const DATE_OPTIONS = ofEachField(YEAR_DATES, ({ option }) => `--${kebabCase(option)}`);

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
        patch[name] = typed === 'none' ? null : parseInstant(DATE_OPTIONS[name], typed, { clock, timeZone });
    }
    if (Object.keys(patch).length === 0) {
      throw new CommandFailure(`Choose a date: ${alternatives(Object.values(DATE_OPTIONS))}.`, EXIT.usage);
    }
    const before = await findYear(ctx, number);
    const { outcome, isDone } = await withOptionErrors(DATE_OPTIONS, () =>
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
    context.say(isDone ? `Changed the dates of ${before.year}.` : 'Nothing has changed yet.');
    return EXIT.done;
  });
}
