import { importDesignations, planDesignationImport } from '#app/domain/imports/import-designations.server.ts';
import {
  type DesignationListOptions,
  readDesignationList,
} from '#app/domain/imports/read-designation-list.server.ts';
import type { ResolvedList } from '#app/domain/imports/resolve-designations.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { DATE_ORDERS } from '#app/students/csv/student-csv-date-orders.ts';
import { DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { IMPORT_NAMES, importList, type ImportOptions, readImportFile } from '#cli/import-list.server.ts';
import { withOptionErrors } from '#cli/parse-options.server.ts';
import { findUser } from '#cli/references.server.ts';
import { withServices } from '#cli/with-services.server.ts';

export interface DesignationsImportOptions extends ImportOptions {
  readonly year?: string;
  readonly status?: string;
  /** The address or ID of an account. */
  readonly submittedBy?: string;
  readonly dateOrder?: string;
}

/** `laurel designations import FILE`: imports designations of past years, all of them or none. */
export async function designationsImport(
  context: CommandContext,
  file: string,
  options: DesignationsImportOptions,
): Promise<ExitCode> {
  const given = await readImportFile(context, file, options);
  return withServices(context, async (ctx) => {
    const wanted = await listOptions(ctx, options);
    const list = await withOptionErrors(IMPORT_NAMES, () => readDesignationList(ctx, given, wanted));
    return importList(context, options, ctx, {
      table: list.table,
      problems: list.problems,
      plan: () => planDesignationImport(ctx, list),
      make: () => importDesignations(ctx, list),
      describe,
    });
  });
}

async function listOptions(ctx: Ctx, options: DesignationsImportOptions): Promise<DesignationListOptions> {
  const { year, status, submittedBy, dateOrder, column, sheet } = options;
  if (year !== undefined && !/^\d{4}$/.test(year)) {
    throw new CommandFailure(`--year: ${year} isn't a year. Enter one like 2019.`, EXIT.usage);
  }
  const actor = ctx.actor.kind === 'user' ? ctx.actor.email : undefined;
  const submitter = submittedBy === undefined ? actor : (await findUser(ctx, submittedBy)).email;
  return {
    ...{ column, sheet, submittedBy: submitter },
    year: year === undefined ? undefined : Number(year),
    status: DESIGNATION_STATUSES.find((known) => known === status),
    dateOrder: DATE_ORDERS.find((known) => known === dateOrder),
  };
}

/** Returns '31 designations with 310 students of 2019'. */
function describe({ adding }: ResolvedList): string {
  const years = [...new Set(adding.map(({ facts }) => facts.year))].sort((one, other) => one - other);
  const students = adding.reduce((sum, one) => sum + one.students.length, 0);
  return `${counted(adding.length, 'designation')} with ${counted(students, 'student')} for ${listed(years.map(String))}`;
}
