import type { Ctx } from '#app/domain/ctx.server.ts';
import { BROWSER, type ExportFile } from './export-file.server.ts';
import { datedFileName } from './export-file-names.ts';
import { streamRows } from './stream-rows.server.ts';
import { openUsersCursor } from './export-queries.server.ts';
import { USER_CSV_HEADERS } from './csv-queries.server.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { getUser } from '#app/domain/users/read-users.server.ts';
import { userWithId, usersWhere } from '#app/domain/users/user-queries.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { UserFilter } from '#app/schemas/user.ts';

/** The users who match the list's filter, or one user. */
type UserSelection = { readonly filter: UserFilter } | { readonly userId: string };

/**
 * Streams the CSV of users with their schools (decisions, section 7). For administrators. See `streamRows`.
 * @throws {Forbidden} when the actor may not download
 * @throws {NotFound} for an unknown id
 */
export async function streamUsers(ctx: Ctx, selection: UserSelection, reader = BROWSER): Promise<ExportFile> {
  authorize(ctx.actor, 'user.download');
  const where = await selectedUsers(ctx, selection);
  return streamRows(
    ctx,
    {
      ability: 'user.download',
      fileName: datedFileName('users', ctx.now(), ctx.settings.timeZone),
      headers: USER_CSV_HEADERS,
      openCursor: (tx) => openUsersCursor(tx, where),
    },
    reader,
  );
}

async function selectedUsers(ctx: Ctx, selection: UserSelection): Promise<SqlFragment> {
  if ('filter' in selection) return usersWhere(selection.filter);
  const { id } = await getUser(ctx, selection.userId);
  return userWithId(id);
}
