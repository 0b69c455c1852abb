import { getUser, listUserHighSchools, listUsers } from '#app/domain/users/read-users.server.ts';
import { fullName, nameWithAddress } from '#app/lib/text/person-name.ts';
import { STAFF_POSITION_LABELS, USER_FLAG_LABELS } from '#app/schemas/enums.ts';
import { type UserResponse, type UserHighSchool, UserListQuerySchema } from '#app/schemas/user.ts';
import { USER_FIELD_LIST, type UserField, type UserFieldName } from '#app/schemas/user-fields.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { onePage, pagesFor, printList } from '#cli/terminal/print-list.ts';
import { type UserFilterOptions, userFilterValues } from '#cli/list-filters.server.ts';
import { findUser } from '#cli/references.server.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { endSessions, listSessions } from '#app/domain/auth/user-sessions.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import type { SessionResponse } from '#app/schemas/user-screens.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';

export interface UserListOptions extends UserFilterOptions, PageOptions {}

const NAMES: readonly UserFieldName[] = ['firstName', 'lastName'];

function fieldColumn([name, { label }]: readonly [UserFieldName, UserField]): Column<UserResponse> {
  if (name === 'flags') {
    return { title: label, cell: ({ flags }) => ({ list: flags.map((flag) => USER_FLAG_LABELS[flag]) }) };
  }
  return { title: label, cell: (user) => user[name] };
}

export const USER_COLUMNS: readonly Column<UserResponse>[] = [
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

interface ShownUser extends UserResponse {
  readonly highSchools: readonly UserHighSchool[];
}

const FIELDS: readonly Column<ShownUser>[] = [
  { title: 'ID', cell: ({ id }) => id },
  ...USER_COLUMNS,
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
  {
    title: 'Schools',
    cell: ({ highSchools }) => ({
      list: highSchools.map(
        ({ highSchool, position }) => `${highSchool.name} (${STAFF_POSITION_LABELS[position]})`,
      ),
    }),
  },
];

/** `laurel users show EMAIL`: shows a user with their schools. JSON has both as in the REST API. */
export async function usersShow(context: CommandContext, email: string): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const user = await findUser(ctx, email);
    const { items } = await listUserHighSchools(ctx, { userId: user.id });
    const record = { ...user, highSchools: items };
    const into = user.mergedIntoId === null ? null : await getUser(ctx, user.mergedIntoId);
    const fields =
      into === null ? FIELDS : [...FIELDS, { title: 'Merged into', cell: () => nameWithAddress(into) }];
    await printRecord(context, { record, fields, timeZone: ctx.settings.timeZone });
  });
  return EXIT.done;
}

export interface SessionOptions extends ChangeOptions {
  readonly end?: boolean;
  readonly endSession?: string;
}

const SESSION_COLUMNS: readonly Column<SessionResponse>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'Browser', cell: ({ browser }) => browser },
  { title: 'Signed in', cell: ({ startedAt }) => ({ at: startedAt }) },
  { title: 'Last used', cell: ({ seenAt }) => ({ at: seenAt }) },
];

/**
 * `laurel users sessions EMAIL [--end | --end-session ID]`: lists a user's sessions, last used first. --end signs them
 * out everywhere, --end-session of one browser.
 */
export async function usersSessions(
  context: CommandContext,
  email: string,
  { end, endSession: sessionId, ...options }: SessionOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const user = await findUser(ctx, email);
    const name = nameWithAddress(user);
    const nowhere = `${name} isn't signed in anywhere.`;
    const sessions = await listSessions(ctx, user.id);
    await printList(context, {
      columns: SESSION_COLUMNS,
      pages: onePage(sessions),
      timeZone: ctx.settings.timeZone,
      empty: nowhere,
    });
    if (end !== true && sessionId === undefined) return EXIT.done;
    const ended = sessions.filter(({ id }) => sessionId === undefined || id === sessionId);
    if (ended.length === 0) {
      if (sessions.length > 0) context.say(`${name} has no session with the ID ${sessionId}.`);
      else if (context.format !== 'table') context.say(nowhere);
      return EXIT.nothingToDo;
    }
    const outOf = `${name} out of ${counted(ended.length, 'browser')}`;
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => endSessions(tx, { userId: user.id, sessionId }),
      question: () => `Sign ${outOf}? Unsaved changes there will be lost.`,
    });
    context.say(isDone ? `Signed ${outOf}.` : `Would sign ${outOf}.`);
    return EXIT.done;
  });
}
