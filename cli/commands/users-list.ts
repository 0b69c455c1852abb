import { listUsers } from '#app/domain/users/read-users.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { USER_FLAG_LABELS } from '#app/schemas/enums.ts';
import { type UserAnswer, UserListQuerySchema } from '#app/schemas/user.ts';
import { USER_FIELD_LIST, type UserField, type UserFieldName } from '#app/schemas/user-fields.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { type Column, instant } from '#cli/terminal/columns.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { type UserFilterOptions, userFilterValues } from '#cli/user-filter.server.ts';

export interface UserListOptions extends UserFilterOptions, PageOptions {}

const NAMES: readonly UserFieldName[] = ['firstName', 'lastName'];

function fieldColumn([name, { label }]: readonly [UserFieldName, UserField]): Column<UserAnswer> {
  if (name === 'flags') {
    return { title: label, cell: ({ flags }) => ({ list: flags.map((flag) => USER_FLAG_LABELS[flag]) }) };
  }
  return { title: label, cell: (user) => user[name] };
}

export const USER_COLUMNS: readonly Column<UserAnswer>[] = [
  { title: 'Name', cell: (user) => fullName(user) },
  ...USER_FIELD_LIST.filter(([name]) => !NAMES.includes(name)).map(fieldColumn),
  { title: 'Created', cell: ({ createdAt }) => instant(createdAt) },
];

/** `laurel users list [filters]`: lists users, by default including deleted ones, like the REST API. */
export async function usersList(context: CommandContext, options: UserListOptions): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const { sort, direction, limit, offset } = options;
    const query = parseListFilter(UserListQuerySchema, {
      ...(await userFilterValues(ctx, options)),
      ...{ sort, direction, limit, offset },
    });
    await printList(context, {
      columns: USER_COLUMNS,
      pages: pagesFor(query, async (page) => (await listUsers(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty: 'No users match.',
    });
  });
  return EXIT.done;
}
