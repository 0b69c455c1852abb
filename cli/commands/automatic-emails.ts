import { changeNotice, getNotice, listNotices, resetNotice } from '#app/domain/notices/notices.server.ts';
import { STANDARD_NOTICES } from '#app/domain/notices/standard-notices.server.ts';
import { presentFields } from '#app/lib/records.ts';
import { NOTICE_LABELS, type NoticeKind, NOTICES } from '#app/schemas/enums.ts';
import { type Notice, NOTICE_BODY_MAX, NoticeInputSchema } from '#app/schemas/notice.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { withOptionErrors, parseFields } from '#cli/parse-options.server.ts';
import { readBody } from '#cli/read-body.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';
import { printRecord, printText } from '#cli/terminal/print-record.ts';
import { withServices } from '#cli/with-services.server.ts';

const COLUMNS: readonly Column<Notice>[] = [
  { title: 'Kind', cell: ({ kind }) => kind },
  { title: 'Email', cell: ({ kind }) => NOTICE_LABELS[kind] },
  { title: 'On', cell: ({ isOn }) => isOn },
  { title: 'Text', cell: ({ isChanged }) => (isChanged ? 'Changed' : 'Standard') },
  { title: 'Subject', cell: ({ subject }) => subject },
  { title: 'Updated', cell: ({ updatedAt }) => instant(updatedAt) },
];
const WHEN: Column<Notice> = { title: 'When', cell: ({ kind }) => STANDARD_NOTICES[kind].when };
const BODY: Column<Notice> = { title: 'Body', cell: ({ body }) => body };

/** `laurel automatic-emails list`: lists the emails that Laurel sends on its own, and whether they're on. */
export async function automaticEmailsList(context: CommandContext): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    await printList(context, {
      columns: COLUMNS,
      pages: onePage(await listNotices(ctx)),
      timeZone: ctx.settings.timeZone,
      empty: '',
    });
  });
  return EXIT.done;
}

/** `laurel automatic-emails show KIND`: shows an automatic email; --body prints only the text. */
export async function automaticEmailsShow(
  context: CommandContext,
  reference: string,
  options: { body?: boolean },
): Promise<ExitCode> {
  const kind = kindOf(reference);
  await withServices(context, async (ctx) => {
    const record = await getNotice(ctx, kind);
    const { timeZone } = ctx.settings;
    if (options.body === true) return printText(context, record.body);
    const isTable = context.format === 'table';
    const fields = [...COLUMNS, WHEN, ...(isTable ? [] : [BODY])];
    await printRecord(context, { record, fields, timeZone });
    if (isTable) await printText(context, `\n${record.body}`);
  });
  return EXIT.done;
}

export interface NoticeEditOptions extends ChangeOptions {
  readonly subject?: string;
  readonly body?: string;
  readonly on?: boolean;
  readonly off?: boolean;
}

/** `laurel automatic-emails edit KIND --subject …|--on|--off`: changes the text, or turns the email on or off. */
export async function automaticEmailsEdit(
  context: CommandContext,
  reference: string,
  options: NoticeEditOptions,
): Promise<ExitCode> {
  const kind = kindOf(reference);
  const sent = await sentFields(context, options);
  return withServices(context, async (ctx) => {
    const { subject, body, isOn, version } = await getNotice(ctx, kind);
    const input = parseFields(NoticeInputSchema, { subject, body, isOn, ...sent });
    const { outcome, isDone } = await withOptionErrors({}, () =>
      applyChange(context, options, ctx, {
        make: (tx) => changeNotice(tx, { kind, version, ...input }),
        question: (notice) => (notice.version === version ? null : `${describeChanges(kind, options)}?`),
      }),
    );
    if (outcome.version === version) {
      context.say(`The email “${NOTICE_LABELS[kind]}” already has these values. Nothing was changed.`);
      return EXIT.nothingToDo;
    }
    await printRecord(context, { record: outcome, fields: COLUMNS, timeZone: ctx.settings.timeZone });
    const state = outcome.isOn ? '' : " It's turned off.";
    context.say(isDone ? `The email has been saved.${state}` : 'Nothing has changed yet.');
    return EXIT.done;
  });
}

/** `laurel automatic-emails reset KIND`: restores the standard text; the email stays on or off. */
export async function automaticEmailsReset(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  const kind = kindOf(reference);
  return withServices(context, async (ctx) => {
    const { version, isChanged } = await getNotice(ctx, kind);
    if (!isChanged) {
      context.say(`The email “${NOTICE_LABELS[kind]}” already has its standard text.`);
      return EXIT.nothingToDo;
    }
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) => resetNotice(tx, { kind, version }),
      question: () => `Reset the email “${NOTICE_LABELS[kind]}” to its standard text?`,
    });
    context.say(
      isDone
        ? 'The email was reset to its standard text.'
        : `Would reset the email “${NOTICE_LABELS[kind]}” to its standard text.`,
    );
    return EXIT.done;
  });
}

/** @throws {CommandFailure} when the options change nothing or contradict each other (usage error) */
async function sentFields(context: CommandContext, options: NoticeEditOptions) {
  const { subject, on = false, off = false } = options;
  if (on && off) throw new CommandFailure('Use only one of --on and --off.', EXIT.usage);
  const body = await readBody(context, options.body, { maxCharacters: NOTICE_BODY_MAX, asks: options });
  const sent = presentFields({ subject, body, isOn: on || off ? on : undefined });
  if (Object.keys(sent).length > 0) return sent;
  throw new CommandFailure('Choose what to change: --subject, --body, --on, or --off.', EXIT.usage);
}

function describeChanges(kind: NoticeKind, { subject, body, on, off }: NoticeEditOptions): string {
  const name = `the email “${NOTICE_LABELS[kind]}”`;
  if (subject !== undefined || body !== undefined) return `Change ${name}`;
  return on === true && off !== true ? `Turn on ${name}` : `Turn off ${name}`;
}

/** @throws {CommandFailure} when no automatic email has this kind or label */
function kindOf(reference: string): NoticeKind {
  const named = reference.trim().toUpperCase();
  const kind = NOTICES.find((one) => one === named || NOTICE_LABELS[one].toUpperCase() === named);
  if (kind !== undefined) return kind;
  throw new CommandFailure(
    `There's no automatic email named ${reference}. To see all of them, run \`laurel automatic-emails list\`.`,
  );
}
