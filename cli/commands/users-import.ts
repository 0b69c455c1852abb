import { importUsers, planUserImport } from '#app/domain/imports/import-users.server.ts';
import { readUserList } from '#app/domain/imports/read-user-list.server.ts';
import type { ResolvedUsers } from '#app/domain/imports/resolve-users.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import type { CommandContext } from '#cli/command-context.ts';
import type { ExitCode } from '#cli/command-failure.ts';
import { IMPORT_NAMES, importList, type ImportOptions, readImportFile } from '#cli/import-list.server.ts';
import { withOptionErrors } from '#cli/parse-options.server.ts';
import { withServices } from '#cli/with-services.server.ts';

/** `laurel users import FILE`: imports accounts with their positions, all of them or none, without emailing anyone. */
export async function usersImport(
  context: CommandContext,
  file: string,
  options: ImportOptions,
): Promise<ExitCode> {
  const given = await readImportFile(context, file, options);
  return withServices(context, async (ctx) => {
    const list = await withOptionErrors(IMPORT_NAMES, () => readUserList(ctx, given, options));
    return importList(context, options, ctx, {
      table: list.table,
      problems: list.problems,
      plan: () => planUserImport(ctx, list),
      make: () => importUsers(ctx, list),
      describe,
    });
  });
}

/** Returns '12 accounts, 2 of them administrators'. */
function describe({ adding }: ResolvedUsers): string {
  const administrators = adding.filter(({ flags }) => flags.includes('ADMIN')).length;
  return `${counted(adding.length, 'account')}${administrators === 0 ? '' : `, ${administrators} of them administrators`}`;
}
