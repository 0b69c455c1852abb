import type { Ctx } from '#app/domain/ctx.server.ts';
import { getEmailTemplate } from '#app/domain/emails/email-templates.server.ts';
import {
  type HeldReminder,
  emailsOf,
  type RemindersRun,
  runReminders,
  type WrittenReminder,
} from '#app/domain/reminders/run-reminders.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { withJobLock } from '#cli/job-lock.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { ignoreBrokenPipe } from '#cli/command-output.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';

/** A reminder's result; `deliveryId` is null for a dry run. */
type ReminderResult = Omit<WrittenReminder, 'deliveryId'> & { readonly deliveryId: string | null };

const COLUMNS: readonly Column<ReminderResult>[] = [
  { title: 'Reminder', cell: ({ name }) => name },
  { title: 'Days before', isNumber: true, cell: ({ daysBefore }) => daysBefore },
  { title: 'Due', cell: ({ dueAt }) => instant(dueAt) },
  { title: 'Schools', isNumber: true, cell: ({ schools }) => schools },
  { title: 'Emails', isNumber: true, cell: ({ emails }) => emails },
  { title: 'Status', cell: ({ isAutomatic }) => (isAutomatic ? 'Sending' : 'Awaiting approval') },
  { title: 'Delivery', cell: ({ deliveryId }) => deliveryId },
];

/** `laurel remind`: queues due reminders, as servers do every minute. Each rule reminds a school only once. */
export async function remind(context: CommandContext, options: ChangeOptions): Promise<ExitCode> {
  return withServices(
    context,
    async (ctx) => {
      const { timeZone } = ctx.settings;
      const { outcome: run, isDone } = await applyChange<RemindersRun>(context, options, ctx, {
        make: (tx) => withJobLock(ctx, 'remind', () => runUnlessRunning(tx)),
        question: (due) => {
          if (due.written.length === 0) return null;
          for (const reminder of due.written) context.say(reminderLine(context, ctx, reminder));
          return `Send ${counted(emailsOf(due), 'email')}?`;
        },
      });
      const rows = run.written.map((reminder) => (isDone ? reminder : { ...reminder, deliveryId: null }));
      await ignoreBrokenPipe(() =>
        printList<ReminderResult>(context, { columns: COLUMNS, pages: onePage(rows), timeZone, empty: '' }),
      );
      for (const held of run.held) for (const line of await onHoldLines(ctx, held)) context.say(line);
      context.say(summary(run, isDone));
      return exitCodeOf(run);
    },
    NEEDED_FOR_MAIL,
  );
}

async function runUnlessRunning(tx: Ctx): Promise<RemindersRun> {
  const run = await runReminders(tx);
  if (run !== null) return run;
  throw new CommandFailure(
    'A server is sending the reminders right now. Nothing was done.',
    EXIT.nothingToDo,
  );
}

/** `Due soon (reminder), 7 days before Dec 15, 2026, 5:00 PM AKST: 2 emails about 2 schools, awaiting approval` */
function reminderLine(context: CommandContext, ctx: Ctx, reminder: WrittenReminder): string {
  const { name, daysBefore, dueAt, emails, schools, isAutomatic } = reminder;
  const due = formatInZone(dueAt, context.isUtc ? 'UTC' : ctx.settings.timeZone);
  const before = `${counted(daysBefore, 'day')} before ${due}`;
  const what = `${counted(emails, 'email')} about ${counted(schools, 'school')}`;
  return `${name}, ${before}: ${what}${isAutomatic ? '' : ', awaiting approval'}`;
}

async function onHoldLines(ctx: Ctx, { templateId, daysBefore, errors }: HeldReminder): Promise<string[]> {
  const { name } = await getEmailTemplate(ctx, templateId);
  const before = counted(daysBefore, 'day');
  return [
    `The reminder ${before} before the due date is on hold because its email “${name}” has errors. To correct them, run \`laurel emails edit\`.`,
    ...errors.map((error) => `  ${error}`),
  ];
}

function summary(run: RemindersRun, isDone: boolean): string {
  if (run.written.length === 0) return 'There are no reminders to send right now.';
  const emails = counted(emailsOf(run), 'email');
  if (!isDone) return `Would send ${emails}.`;
  const isAwaited = run.written.some(({ isAutomatic }) => !isAutomatic);
  return `Queued ${emails}.${isAwaited ? ' To approve a delivery awaiting approval, run `laurel emails approve ID`.' : ''}`;
}

function exitCodeOf({ written, held }: RemindersRun): ExitCode {
  if (written.length > 0) return held.length > 0 ? EXIT.partlyDone : EXIT.done;
  return held.length > 0 ? EXIT.failed : EXIT.nothingToDo;
}
