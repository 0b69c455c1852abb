import { streamUsersCsv } from '#app/domain/exports/stream-users-csv.server.ts';
import { UserFilterSchema } from '#app/schemas/user.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import type { ExitCode } from '#cli/command-failure.ts';
import { parseFilter } from '#cli/parse-options.server.ts';
import { findUserId } from '#cli/references.server.ts';
import { assertCsv, type OutputOptions, writeExport } from '#cli/write-export.server.ts';
import { type UserFilterOptions, userFilterValues } from '#cli/user-filter.server.ts';

export interface ExportUsersOptions extends UserFilterOptions, OutputOptions {}

const USERS = { nouns: ['user', 'users'], total: null, isMarking: false } as const;

/** `laurel export users [filters]`: exports users and their schools as CSV. */
export async function exportUsers(context: CommandContext, options: ExportUsersOptions): Promise<ExitCode> {
  assertCsv(context);
  return withServices(context, async (ctx) => {
    const filter = parseFilter(UserFilterSchema, await userFilterValues(ctx, options));
    return writeExport(context, options, {
      ...USERS,
      open: (reader) => streamUsersCsv(ctx, { filter }, reader),
    });
  });
}

/** `laurel export user ID`: exports one user as CSV. */
export async function exportUser(
  context: CommandContext,
  user: string,
  options: OutputOptions,
): Promise<ExitCode> {
  assertCsv(context);
  return withServices(context, async (ctx) => {
    const userId = await findUserId(ctx, user);
    return writeExport(context, options, {
      ...USERS,
      open: (reader) => streamUsersCsv(ctx, { userId }, reader),
    });
  });
}
