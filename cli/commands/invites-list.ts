import { listUserInvites } from '#app/domain/invites/list-invites.server.ts';
import { STAFF_POSITION_LABELS, USER_FLAG_LABELS } from '#app/schemas/enums.ts';
import type { UserInviteAnswer } from '#app/schemas/invite.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { type Column, instant } from '#cli/terminal/columns.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';

const COLUMNS: readonly Column<UserInviteAnswer>[] = [
  { title: 'Email', cell: ({ email }) => email },
  { title: 'Flags', cell: ({ flags }) => ({ list: flags.map((flag) => USER_FLAG_LABELS[flag]) }) },
  {
    title: 'Schools',
    cell: ({ staffInvites }) => ({
      list: staffInvites.map(
        ({ highSchool, position }) => `${highSchool.name} (${STAFF_POSITION_LABELS[position]})`,
      ),
    }),
  },
  { title: 'Invited', cell: ({ createdAt }) => instant(createdAt) },
];

/** `laurel invites list`: lists open invites by address. */
export async function invitesList(
  context: CommandContext,
  { direction, limit, offset }: PageOptions,
): Promise<ExitCode> {
  const query = parseListFilter(ListQuerySchema, { direction, limit, offset });
  await withServices(context, (ctx) =>
    printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => (await listUserInvites(ctx, { ...query, ...page })).items),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no open invites.',
    }),
  );
  return EXIT.done;
}
