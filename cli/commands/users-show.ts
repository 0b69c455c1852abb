import { listUserHighSchools } from '#app/domain/users/read-users.server.ts';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import type { UserAnswer, UserHighSchool } from '#app/schemas/user.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { findUser } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/columns.ts';
import { printRecord } from '#cli/terminal/print-record.ts';
import { USER_COLUMNS } from './users-list.ts';

interface ShownUser extends UserAnswer {
  readonly highSchools: readonly UserHighSchool[];
}

const FIELDS: readonly Column<ShownUser>[] = [
  { title: 'Id', cell: ({ id }) => id },
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
    await printRecord(context, { record, fields: FIELDS, timeZone: ctx.settings.timeZone });
  });
  return EXIT.done;
}
