import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  addReminderRule,
  changeReminderRule,
  listReminderRules,
  removeReminderRule,
} from '#app/domain/reminders/reminder-rules.server.ts';
import { YEAR_MESSAGES } from '#app/messages/academic-year-messages.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { formatDays, removeReminderQuestion } from '#app/messages/reminder-labels.ts';
import { presentFields } from '#app/lib/records.ts';
import { type ReminderRuleInput, ReminderRuleInputSchema } from '#app/schemas/email.ts';
import { NOTICE_LABELS, SCHOOL_STATE_LABELS, STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import type { ReminderRule } from '#app/schemas/reminder-screens.ts';
import { applyChange, applyWithoutConfirmation, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { findTemplate } from '#cli/email-references.server.ts';
import { withOptionErrors, parseFields } from '#cli/parse-options.server.ts';
import { parseId } from '#cli/references.server.ts';
import { type Column, instant } from '#cli/terminal/cell-text.ts';
import { onePage, printList } from '#cli/terminal/print-list.ts';
import { NEEDED_FOR_MAIL, withServices } from '#cli/with-services.server.ts';

const COLUMNS: readonly Column<ReminderRule>[] = [
  { title: 'Days before', isNumber: true, cell: ({ daysBefore }) => daysBefore },
  { title: 'Date for most schools', cell: ({ firesAt }) => instant(firesAt) },
  {
    title: 'Designation',
    cell: ({ states }) => ({ list: states.map((state) => SCHOOL_STATE_LABELS[state]) }),
  },
  {
    title: 'Positions',
    cell: ({ positions }) => ({ list: positions.map((position) => STAFF_POSITION_LABELS[position]) }),
  },
  { title: 'Email', cell: ({ template }) => template?.name ?? NOTICE_LABELS.DUE_SOON },
  { title: 'Sent', cell: ({ isAutomatic }) => (isAutomatic ? 'Automatically' : 'After approval') },
  { title: 'Schools reminded', isNumber: true, cell: ({ reminded }) => reminded },
  { title: 'Errors', cell: ({ template }) => ({ list: template?.errors ?? [] }) },
  { title: 'ID', cell: ({ id }) => id },
];

/** `laurel reminders list`: lists the active year's reminders, earliest first. */
export async function remindersList(context: CommandContext): Promise<ExitCode> {
  await withServices(context, async (ctx) => {
    const { year, rules } = await listReminderRules(ctx);
    await printList(context, {
      columns: COLUMNS,
      pages: onePage(rules),
      timeZone: ctx.settings.timeZone,
      empty: year === null ? `${YEAR_MESSAGES.noneActive}.` : `${year.year} has no reminders.`,
    });
  });
  return EXIT.done;
}

export interface ReminderOptions extends ChangeOptions {
  readonly days?: string;
  readonly states?: readonly string[];
  readonly positions?: readonly string[];
  /** An email template's ID or name, or "standard" for the automatic email. */
  readonly email?: string;
  readonly automatic?: boolean;
}

const OPTIONS: Readonly<Record<string, string>> = {
  daysBefore: '--days',
  templateId: '--email',
  isAutomatic: '--automatic',
};
const STANDARD = 'standard';
const ALL = 'all';

/** `laurel reminders add --days 7 --states STARTED`: adds a reminder to the active year. */
export async function remindersAdd(context: CommandContext, options: ReminderOptions): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const input = parseFields(ReminderRuleInputSchema, await sentFields(ctx, options), OPTIONS);
    const { rules } = await listReminderRules(ctx);
    if (rules.some((rule) => isSame(inputOf(rule), input))) {
      context.say('This reminder already exists.');
      return EXIT.nothingToDo;
    }
    const { isDone } = await withOptionErrors(OPTIONS, () =>
      applyWithoutConfirmation(options, ctx, (tx) => addReminderRule(tx, input)),
    );
    context.say(
      isDone ? EMAIL_MESSAGES.reminderAdded : `Would add a reminder that's sent ${formatDays(input)}.`,
    );
    return EXIT.done;
  });
}

/** `laurel reminders edit ID --days 3`: changes a reminder; options that aren't given keep their values. */
export async function remindersEdit(
  context: CommandContext,
  reference: string,
  options: ReminderOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const sent = await sentFields(ctx, options);
    if (Object.keys(sent).length === 0) {
      throw new CommandFailure(
        'Choose what to change: --days, --states, --positions, --email, --automatic, or --no-automatic.',
        EXIT.usage,
      );
    }
    const rule = await findRule(ctx, reference);
    const before = inputOf(rule);
    const input = parseFields(ReminderRuleInputSchema, { ...before, ...sent }, OPTIONS);
    if (isSame(before, input)) {
      context.say('The reminder already has these values. Nothing was changed.');
      return EXIT.nothingToDo;
    }
    const { isDone } = await withOptionErrors(OPTIONS, () =>
      applyChange(context, options, ctx, {
        make: (tx) => changeReminderRule(tx, { id: rule.id, version: rule.version, ...input }),
        question: () => `Change the reminder that's sent ${formatDays(rule)}?`,
      }),
    );
    context.say(
      isDone ? EMAIL_MESSAGES.reminderSaved : `Would change the reminder that's sent ${formatDays(rule)}.`,
    );
    return EXIT.done;
  });
}

/** `laurel reminders remove ID`: removes a reminder and cancels its unsent emails. */
export async function remindersRemove(
  context: CommandContext,
  reference: string,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(
    context,
    async (ctx) => {
      const rule = await findRule(ctx, reference);
      const { isDone } = await applyChange(context, options, ctx, {
        make: (tx) => removeReminderRule(tx, { id: rule.id, version: rule.version }),
        question: () => removeReminderQuestion(rule),
      });
      context.say(
        isDone
          ? EMAIL_MESSAGES.reminderRemoved
          : `Would remove the reminder that's sent ${formatDays(rule)}.`,
      );
      return EXIT.done;
    },
    NEEDED_FOR_MAIL,
  );
}

/** Returns the given options as the fields that the form sends. */
async function sentFields(
  ctx: Ctx,
  { days, states, positions, email, automatic: isAutomatic }: ReminderOptions,
): Promise<Record<string, unknown>> {
  return presentFields({
    daysBefore: days === undefined ? undefined : Number(days),
    states,
    positions: positions?.includes(ALL) === true ? [] : positions,
    templateId:
      email === undefined ? undefined : email === STANDARD ? null : (await findTemplate(ctx, email)).id,
    isAutomatic,
  });
}

function inputOf({ daysBefore, positions, states, template, isAutomatic }: ReminderRule): ReminderRuleInput {
  return { daysBefore, positions, states, templateId: template?.id ?? null, isAutomatic };
}

function isSame(one: ReminderRuleInput, other: ReminderRuleInput): boolean {
  const contents = ({ positions, states, ...rule }: ReminderRuleInput) =>
    JSON.stringify([
      [...positions].sort(),
      [...states].sort(),
      rule.daysBefore,
      rule.templateId,
      rule.isAutomatic,
    ]);
  return contents(one) === contents(other);
}

/** @throws {CommandFailure} when the active year has no reminder with this id */
async function findRule(ctx: Ctx, reference: string): Promise<ReminderRule> {
  const id = parseId(reference);
  const { rules } = await listReminderRules(ctx);
  const rule = rules.find((one) => one.id === id);
  if (rule !== undefined) return rule;
  throw new CommandFailure(
    `The active year has no reminder with the ID ${id}. To see its reminders, run \`laurel reminders list\`.`,
  );
}
