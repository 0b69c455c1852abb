import type { Ctx } from '#app/domain/ctx.server.ts';
import { type DesignationSelection, planExport } from '#app/domain/exports/designation-selection.server.ts';
import { streamDesignations } from '#app/domain/exports/stream-designations.server.ts';
import { counted, formatNumber, plural } from '#app/lib/text/counted.ts';
import { alreadyDownloaded, SOME_DOWNLOADED } from '#app/messages/download-labels.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { DesignationFilterSchema } from '#app/schemas/designation.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import {
  type DesignationFilterOptions,
  designationFilterValues,
  type SchoolFilterOptions,
  schoolFilterValues,
  type UserFilterOptions,
  userFilterValues,
} from '#cli/list-filters.server.ts';
import type { ChangeOptions } from '#cli/apply-change.server.ts';
import { withOptionErrors, parseFilter } from '#cli/parse-options.server.ts';
import { findDesignationId, findSchool, findUserId, findYear } from '#cli/references.server.ts';
import { type OutputOptions, writeExport } from '#cli/write-export.server.ts';
import { streamHighSchools, streamUsers } from '#app/domain/exports/stream-lists.server.ts';
import { streamStatistics } from '#app/domain/exports/stream-statistics.server.ts';
import { HighSchoolFilterSchema } from '#app/schemas/high-school.ts';
import { StatisticsFilterSchema } from '#app/schemas/statistics.ts';
import { UserFilterSchema } from '#app/schemas/user.ts';

export interface MarkingOptions extends OutputOptions, ChangeOptions {
  /** Name of an export profile. */
  readonly profile?: string;
  readonly onlyNew?: boolean;
  /** False for --no-mark. */
  readonly mark?: boolean;
}

export interface ExportDesignationsOptions extends MarkingOptions, DesignationFilterOptions {
  readonly user?: string;
}

/** `laurel export designations [filters]`: exports designations, and then marks them as downloaded. */
export function exportDesignations(
  context: CommandContext,
  options: ExportDesignationsOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const selection = await selectionOf(ctx, options);
    const { total, downloaded } = await planExport(ctx, selection);
    if (downloaded > 0)
      context.say(`${SOME_DOWNLOADED}: ${formatNumber(downloaded)} of ${formatNumber(total)}.`);
    return exportSelection(context, options, ctx, { selection, total });
  });
}

/** `laurel export designation ID`: exports one designation. */
export function exportDesignation(
  context: CommandContext,
  id: string,
  options: MarkingOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const selection = { designationId: await findDesignationId(ctx, id) };
    const { lastDownloadedAt } = await planExport(ctx, selection);
    if (lastDownloadedAt !== null) {
      const timeZone = context.isUtc ? 'UTC' : ctx.settings.timeZone;
      const sentence = alreadyDownloaded(formatInZone(lastDownloadedAt, timeZone));
      if (options.onlyNew === true) {
        context.say(`${sentence}. Nothing was written.`);
        return EXIT.nothingToDo;
      }
      context.say(`${sentence}.`);
    }
    return exportSelection(context, options, ctx, { selection, total: 1 });
  });
}

function exportSelection(
  context: CommandContext,
  options: MarkingOptions,
  ctx: Ctx,
  { selection, total }: { selection: DesignationSelection; total: number },
): Promise<ExitCode> {
  const isMarking = options.mark !== false;
  if (options.dryRun === true && total > 0) {
    const mark = isMarking ? ` and mark ${plural(total, 'it', 'them')} as downloaded` : '';
    context.say(`Would export ${counted(total, 'designation')}${mark}.`);
    return Promise.resolve(EXIT.done);
  }
  return writeExport(context, options, {
    nouns: ['designation', 'designations'],
    ...(options.onlyNew === true ? { sought: 'new designations' } : {}),
    total,
    isMarking,
    isOnlyNew: options.onlyNew === true,
    profile: options.profile,
    open: (reader) => withOptionErrors({}, () => streamDesignations(ctx, selection, reader)),
  });
}

async function selectionOf(ctx: Ctx, options: ExportDesignationsOptions): Promise<DesignationSelection> {
  const onlyNew = options.onlyNew === true ? { noDownloadDate: 'true' } : {};
  const values = { ...(await designationFilterValues(ctx, options)), ...onlyNew };
  const filter = parseFilter(DesignationFilterSchema, values);
  const [field, ...others] = Object.keys(filter);
  if (options.user !== undefined) {
    if (field !== undefined) {
      throw new CommandFailure(
        '--user exports all designations of the user. Remove the other filters.',
        EXIT.usage,
      );
    }
    return { userId: await findUserId(ctx, options.user) };
  }
  // The browser's download of a whole year has its own file name.
  if (field === 'academicYearId' && others.length === 0 && filter.academicYearId !== undefined) {
    return { academicYearId: filter.academicYearId };
  }
  return { filter };
}

export interface ExportSchoolsOptions extends SchoolFilterOptions, OutputOptions {}

const SCHOOLS = { nouns: ['school', 'schools'], total: null, isMarking: false } as const;

/** `laurel export schools [filters]`: exports high schools and their staff. */
export async function exportSchools(
  context: CommandContext,
  options: ExportSchoolsOptions,
): Promise<ExitCode> {
  const filter = parseFilter(HighSchoolFilterSchema, schoolFilterValues(options));
  return withServices(context, (ctx) =>
    writeExport(context, options, {
      ...SCHOOLS,
      open: (reader) => streamHighSchools(ctx, { filter }, reader),
    }),
  );
}

/** `laurel export school ID`: exports one high school. */
export async function exportSchool(
  context: CommandContext,
  school: string,
  options: OutputOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const { id: highSchoolId } = await findSchool(ctx, school);
    return writeExport(context, options, {
      ...SCHOOLS,
      open: (reader) => streamHighSchools(ctx, { highSchoolId }, reader),
    });
  });
}

export interface ExportUsersOptions extends UserFilterOptions, OutputOptions {}

const USERS = { nouns: ['user', 'users'], total: null, isMarking: false } as const;

/** `laurel export users [filters]`: exports users and their schools. */
export async function exportUsers(context: CommandContext, options: ExportUsersOptions): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const filter = parseFilter(UserFilterSchema, await userFilterValues(ctx, options));
    return writeExport(context, options, {
      ...USERS,
      open: (reader) => streamUsers(ctx, { filter }, reader),
    });
  });
}

/** `laurel export user ID`: exports one user. */
export async function exportUser(
  context: CommandContext,
  user: string,
  options: OutputOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const userId = await findUserId(ctx, user);
    return writeExport(context, options, {
      ...USERS,
      open: (reader) => streamUsers(ctx, { userId }, reader),
    });
  });
}

export interface ExportStatisticsOptions extends OutputOptions {
  readonly by?: string;
  readonly year?: string;
}

const STATISTICS = { nouns: ['row', 'rows'], total: null, isMarking: false } as const;

/** `laurel export statistics [--by year|school|city]`: exports totals without students' data. */
export async function exportStatistics(
  context: CommandContext,
  { by, year, ...options }: ExportStatisticsOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const filter = parseFilter(StatisticsFilterSchema, {
      by,
      academicYearId: year === undefined ? undefined : (await findYear(ctx, year)).id,
    });
    return writeExport(context, options, {
      ...STATISTICS,
      open: (reader) => streamStatistics(ctx, filter, reader),
    });
  });
}
