import { endAllSessions, listSessions } from '#app/domain/auth/list-sessions.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { nameWithAddress } from '#app/lib/text/person-name.ts';
import type { SessionAnswer } from '#app/schemas/user-screens.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange } from '#cli/apply-change.server.ts';
import { withServices } from '#cli/with-services.server.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { findUser } from '#cli/references.server.ts';
import type { Column } from '#cli/terminal/columns.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';

export interface SessionOptions extends ChangeOptions {
  readonly end?: boolean;
}

const COLUMNS: readonly Column<SessionAnswer>[] = [
  { title: 'Browser', cell: ({ browser }) => browser },
  { title: 'Signed in', cell: ({ startedAt }) => ({ at: startedAt }) },
  { title: 'Last used', cell: ({ seenAt }) => ({ at: seenAt }) },
];

/** `laurel users sessions EMAIL [--end]`: lists a user's sessions, last used first; --end signs them out everywhere. */
export async function usersSessions(
  context: CommandContext,
  email: string,
  { end, ...options }: SessionOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const user = await findUser(ctx, email);
    const name = nameWithAddress(user);
    const nowhere = `${name} isn't signed in anywhere.`;
    const sessions = await listSessions(ctx, user.id);
    await printList(context, {
      columns: COLUMNS,
      pages: onePage(sessions),
      timeZone: ctx.settings.timeZone,
      empty: nowhere,
    });
    if (end !== true) return EXIT.done;
    if (sessions.length === 0) {
      if (context.format !== 'table') context.say(nowhere);
      return EXIT.nothingToDo;
    }
    const everywhere = `${name} out of ${counted(sessions.length, 'browser')}`;
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => endAllSessions(tx, user.id),
      question: () => `Sign ${everywhere}? Unsaved changes there will be lost.`,
    });
    context.say(isDone ? `Signed ${everywhere}.` : `Would sign ${everywhere}.`);
    return EXIT.done;
  });
}
