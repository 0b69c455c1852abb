import { streamUsersCsv } from '#app/domain/exports/stream-users-csv.server.ts';
import { UserFilterSchema } from '#app/schemas/user.ts';
import type { Call } from '#cli/call.ts';
import { withCommandContext } from '#cli/command-context.server.ts';
import type { ExitCode } from '#cli/command-failure.ts';
import { parseFilter } from '#cli/parse-options.server.ts';
import { userIdNamed } from '#cli/references.server.ts';
import { assertCsv, type OutputOptions, takeExport } from '#cli/take-export.server.ts';
import { type UserFilterOptions, userFilterValues } from '#cli/user-filter.server.ts';

export interface ExportUsersOptions extends UserFilterOptions, OutputOptions {}

const USERS = { nouns: ['user', 'users'], total: null, isMarking: false } as const;

/** `laurel export users [filters]`: exports users and their schools as CSV. */
export async function exportUsers(call: Call, options: ExportUsersOptions): Promise<ExitCode> {
  assertCsv(call);
  return withCommandContext(call, async (ctx) => {
    const filter = parseFilter(UserFilterSchema, await userFilterValues(ctx, options));
    return takeExport(call, options, {
      ...USERS,
      open: (reader) => streamUsersCsv(ctx, { filter }, reader),
    });
  });
}

/** `laurel export user ID`: exports one user as CSV. */
export async function exportUser(call: Call, user: string, options: OutputOptions): Promise<ExitCode> {
  assertCsv(call);
  return withCommandContext(call, async (ctx) => {
    const userId = await userIdNamed(ctx, user);
    return takeExport(call, options, {
      ...USERS,
      open: (reader) => streamUsersCsv(ctx, { userId }, reader),
    });
  });
}
