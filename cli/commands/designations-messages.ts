import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { postMessage } from '#app/domain/messages/post-message.server.ts';
import { listMessages } from '#app/domain/messages/read-messages.server.ts';
import { fullName } from '#app/lib/text/person-name.ts';
import { type MessageResponse, MessageCreateSchema } from '#app/schemas/designation-message.ts';
import { ListQuerySchema } from '#app/schemas/listing.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type PageOptions, parseFields, parseListFilter } from '#cli/parse-options.server.ts';
import { findDesignationId } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { pagesFor, printList } from '#cli/terminal/print-list.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';

export interface MessageOptions extends ChangeOptions {
  readonly text: string;
}

const COLUMNS: readonly Column<MessageResponse>[] = [
  { title: 'When', cell: ({ createdAt }) => instant(createdAt) },
  { title: 'Who', cell: ({ author }) => (author === null ? 'The system' : fullName(author)) },
  { title: 'From', cell: ({ side }) => (side === 'SCHOOL' ? 'School' : 'Office') },
  { title: 'Message', cell: ({ text }) => text },
];

/** `laurel designations messages ID`: lists a designation's messages and records a disclosure. They stay unread. */
export async function designationsMessages(
  context: CommandContext,
  reference: string,
  { direction, limit, offset }: PageOptions,
): Promise<ExitCode> {
  const query = parseListFilter(ListQuerySchema, { direction, limit, offset });
  await withServices(context, async (ctx) => {
    const designationId = await findDesignationId(ctx, reference);
    await printList(context, {
      columns: COLUMNS,
      pages: pagesFor(query, async (page) => {
        const { items } = await listMessages(ctx, { designationId, query: { ...query, ...page } });
        return items;
      }),
      timeZone: ctx.settings.timeZone,
      empty: 'There are no messages.',
    });
  });
  return EXIT.done;
}

/** `laurel designations message ID --text TEXT`: sends a message, and emails the other side that there is one. */
export async function designationsMessage(
  context: CommandContext,
  reference: string,
  { text: typed, ...options }: MessageOptions,
): Promise<ExitCode> {
  const { text } = parseFields(MessageCreateSchema, { text: typed }, { text: '--text' });
  return withServices(
    context,
    async (ctx) => {
      const designationId = await findDesignationId(ctx, reference);
      const { highSchool, academicYear } = await loadDesignation(ctx, designationId, 'designation.message');
      const where = `${highSchool.name} ${academicYear.year}`;
      const { outcome, isDone } = await applyChange(context, options, ctx, {
        make: (tx) => postMessage(tx, { designationId, text }),
        question: ({ created }) => (created ? `Send the message about ${where}?` : null),
      });
      if (!outcome.created) {
        context.say('You sent the same message less than ten minutes ago. Nothing was sent.');
        return EXIT.nothingToDo;
      }
      context.say(`${isDone ? 'Sent' : 'Would send'} the message about ${where}.`);
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}
