import { findUserInvite, listUserInvites } from '#app/domain/invites/list-invites.server.ts';
import { STAFF_POSITION_LABELS, USER_FLAG_LABELS } from '#app/schemas/enums.ts';
import type { UserInviteResponse } from '#app/schemas/invite.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type PageOptions, parseListFilter } from '#cli/parse-options.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { removeUserInvite, resendInvite } from '#app/domain/invites/open-invite.server.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import { findInvite } from '#cli/references.server.ts';

const COLUMNS: readonly Column<UserInviteResponse>[] = [
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
  { title: 'Expires', cell: ({ expiresAt }) => instant(expiresAt) },
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

/** `laurel invites remove EMAIL`: removes an open invite and its staff invites. */
export async function invitesRemove(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const open = await findUserInvite(ctx, reference);
    if (open === null) {
      context.say(
        `No open invite has the address or ID ${reference}. To see all open invites, run \`laurel invites list\`.`,
      );
      return EXIT.nothingToDo;
    }
    const { id, email, staffInvites } = open;
    const schools = staffInvites.map(({ highSchool }) => highSchool.name).join(', ');
    const invite = `the invite for ${email}${schools === '' ? '' : `, including the staff invites to ${schools}`}`;
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => removeUserInvite(tx, id),
      question: () => `Remove ${invite}?`,
    });
    context.say(isDone ? `Removed ${invite}.` : `Would remove ${invite}.`);
    return EXIT.done;
  });
}

/** `laurel invites resend EMAIL`: queues the invite's email again. */
export async function invitesResend(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(
    context,
    async (ctx) => {
      const { id, email } = await findInvite(ctx, reference);
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) => resendInvite(tx, id),
        question: () => `Resend the invite to ${email}?`,
      });
      context.say(isDone ? `Resent the invite to ${email}.` : `Would resend the invite to ${email}.`);
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}
