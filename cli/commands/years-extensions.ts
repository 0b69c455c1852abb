import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  grantExtension,
  listExtensions,
  type ListedExtension,
  revokeExtension,
} from '#app/domain/academic-years/extensions.server.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { ExtensionCreateSchema } from '#app/schemas/academic-year.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import {
  withOptionErrors,
  type PageOptions,
  parseFields,
  parseInstant,
  parseListFilter,
} from '#cli/parse-options.server.ts';
import { findSchool, findYear } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';

const COLUMNS: readonly Column<ListedExtension>[] = [
  { title: 'School', cell: ({ highSchoolName }) => highSchoolName },
  { title: 'Due', cell: ({ dueAt }) => instant(dueAt) },
  { title: 'Reason', cell: ({ reason }) => reason },
  {
    title: 'Granted by',
    cell: ({ grantedBy }) => (grantedBy === null ? 'The system' : fullName(grantedBy)),
  },
];

/** `laurel years extensions YEAR`: lists a year's extensions by school. */
export async function yearsExtensions(
  context: CommandContext,
  number: string,
  { direction, limit, offset }: PageOptions,
): Promise<ExitCode> {
  const query = parseListFilter(ListQuerySchema, { direction, limit, offset });
  await withServices(context, async (ctx) => {
    const { id: yearId, year } = await findYear(ctx, number);
    await printList(context, {
      columns: COLUMNS,
      pages: pagesFor(
        query,
        async (page) => (await listExtensions(ctx, { yearId, query: { ...query, ...page } })).items,
      ),
      timeZone: ctx.settings.timeZone,
      empty: `No school has an extension for ${year}.`,
    });
  });
  return EXIT.done;
}

export interface ExtendOptions extends ChangeOptions {
  readonly until: string;
  readonly reason: string;
}

const OPTIONS: Readonly<Record<string, string>> = { dueAt: '--until', reason: '--reason' };

/** `laurel years extend YEAR SCHOOL --until DATE --reason TEXT`: grants or replaces an extension. Default time: 23:59. */
export async function yearsExtend(
  context: CommandContext,
  number: string,
  reference: string,
  { until, reason, ...options }: ExtendOptions,
): Promise<ExitCode> {
  return withServices(
    context,
    async (ctx) => {
      const { timeZone } = ctx.settings;
      const dueAt = parseInstant('--until', until, { clock: '23:59', timeZone });
      const { id: yearId, year } = await findYear(ctx, number);
      const { id: highSchoolId, name } = await findSchool(ctx, reference);
      const extension = parseFields(ExtensionCreateSchema, { highSchoolId, dueAt, reason }, OPTIONS);
      const before = await findExtension(ctx, yearId, highSchoolId);
      if (before?.dueAt === extension.dueAt && before.reason === extension.reason) {
        context.say(`${name} already has this extension for ${year}.`);
        return EXIT.nothingToDo;
      }
      const format = (iso: string) => formatInZone(iso, context.isUtc ? 'UTC' : timeZone);
      const replaced = before === null ? '' : ` instead of ${format(before.dueAt)}`;
      const what = `${name} an extension for ${year} until ${format(dueAt)}${replaced}`;
      const { outcome, isDone } = await withOptionErrors(OPTIONS, () =>
        applyChange(context, options, ctx, {
          make: (tx) => grantExtension(tx, { yearId, extension }),
          question: () => `Grant ${what}?`,
        }),
      );
      await printRecord(context, { record: outcome.extension, fields: COLUMNS, timeZone });
      context.say(isDone ? `Granted ${what}.` : `Would grant ${what}.`);
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}

/** `laurel years revoke-extension YEAR SCHOOL`: the year's due dates apply to the school again. */
export async function yearsRevokeExtension(
  context: CommandContext,
  number: string,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { id: yearId, year } = await findYear(ctx, number);
    const { id: highSchoolId, name } = await findSchool(ctx, reference);
    if ((await findExtension(ctx, yearId, highSchoolId)) === null) {
      context.say(`${name} has no extension for ${year}.`);
      return EXIT.nothingToDo;
    }
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => revokeExtension(tx, { yearId, highSchoolId }),
      question: () => YEAR_MESSAGES.revokeQuestion(name, year),
    });
    context.say(
      isDone
        ? `Revoked the ${year} extension for ${name}.`
        : `Would revoke the ${year} extension for ${name}.`,
    );
    return EXIT.done;
  });
}

async function findExtension(
  ctx: Ctx,
  yearId: string,
  highSchoolId: string,
): Promise<ListedExtension | null> {
  const { items } = await listExtensions(ctx, { yearId });
  return items.find((extension) => extension.highSchoolId === highSchoolId) ?? null;
}
