import { z } from 'zod';
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
import type { ExitCode } from '#cli/command-failure.ts';
import { IMPORT_NAMES, importList, type ImportOptions, readImportFile } from '#cli/import-list.server.ts';
import { parseFields, withOptionErrors } from '#cli/parse-options.server.ts';
import { findUser, writtenYear } from '#cli/references.server.ts';
import { withServices } from '#cli/with-services.server.ts';

export interface DesignationsImportOptions extends ImportOptions {
  readonly year?: string;
  readonly status?: string;
  /** The address or ID of an account. */
  readonly submittedBy?: string;
  readonly dateOrder?: string;
}

/** What the rows without a year, status, or order of dates have. */
const ListOptionsSchema = z.object({
  year: writtenYear(2019).optional(),
  status: z.enum(DESIGNATION_STATUSES).optional(),
  dateOrder: z.enum(DATE_ORDERS).optional(),
});

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
  const defaults = parseFields(ListOptionsSchema, { year, status, dateOrder });
  const actor = ctx.actor.kind === 'user' ? ctx.actor.email : undefined;
  const submitter = submittedBy === undefined ? actor : (await findUser(ctx, submittedBy)).email;
  return { ...defaults, column, sheet, submittedBy: submitter };
}

/** Returns '31 designations with 310 students of 2019'. */
function describe({ adding }: ResolvedList): string {
  const years = [...new Set(adding.map(({ facts }) => facts.year))].sort((one, other) => one - other);
  const students = adding.reduce((sum, one) => sum + one.students.length, 0);
  return `${counted(adding.length, 'designation')} with ${counted(students, 'student')} for ${listed(years.map(String))}`;
}
