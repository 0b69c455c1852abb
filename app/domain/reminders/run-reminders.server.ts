import { randomUUID } from 'node:crypto';
import { type AuthorizedCtx, reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { getSendableTemplate } from '#app/domain/emails/sendable-template.server.ts';
import { recordEvent } from '#app/domain/events/record-event.server.ts';
import { lockRows, tryLock } from '#app/domain/lock-queries.server.ts';
import { readNoticeText } from '#app/domain/notices/queue-notices.server.ts';
import { type EmailText, withOptionalParts } from '#app/lib/markup/fill-notice.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NOTICE_LABELS } from '#app/schemas/enums.ts';
import { ReminderRuleEntity } from '#db/entities/reminder-rule.ts';
import { type DueRule, insertReminder, readDueRules, type ReminderText } from './reminder-queries.server.ts';

export interface WrittenReminder {
  readonly ruleId: string;
  readonly name: string;
  readonly daysBefore: number;
  readonly dueAt: string;
  readonly deliveryId: string;
  readonly schools: number;
  readonly emails: number;
  /** If false, an administrator has to approve it. */
  readonly isAutomatic: boolean;
}

export interface HeldReminder extends Pick<WrittenReminder, 'ruleId' | 'daysBefore' | 'dueAt'> {
  readonly templateId: string;
  readonly errors: readonly string[];
}

export interface RemindersRun {
  readonly written: readonly WrittenReminder[];
  readonly held: readonly HeldReminder[];
}

/** Creates all due reminders, at most once per rule and school. Null if another process is running them. */
export async function runReminders(ctx: Ctx): Promise<RemindersRun | null> {
  authorize(ctx.actor, 'email.manage');
  return inTransaction(ctx, async (opened) => {
    if (!(await tryLock(opened, 'reminders'))) return null;
    return writeDue(await reloadActor(opened, 'email.manage'));
  });
}

/** Returns the number of emails of a run, including those that await approval. */
export function emailsOf(run: RemindersRun | null): number {
  return (run?.written ?? []).reduce((sum, { emails }) => sum + emails, 0);
}

async function writeDue(tx: AuthorizedCtx): Promise<RemindersRun> {
  const notice = await readNoticeText(tx, 'DUE_SOON');
  const given = { now: tx.now(), timeZone: tx.settings.timeZone, isNoticeOn: notice !== null };
  const run = { written: [] as WrittenReminder[], held: [] as HeldReminder[] };
  for (const due of await lockDueRules(tx, given)) {
    const { ruleId, templateId, daysBefore, dueAt, isAutomatic } = due;
    const { text, errors } = await textOf(tx, due, notice);
    if (text === null) {
      if (templateId !== null) run.held.push({ ruleId, daysBefore, dueAt, templateId, errors });
      continue;
    }
    const written = await writeReminder(tx, due, text);
    if (written !== null)
      run.written.push({ ruleId, name: text.name, daysBefore, dueAt, isAutomatic, ...written });
  }
  return run;
}

/** Locks the due rules and reads them again, so that a concurrent change or removal of a rule counts. */
async function lockDueRules(tx: Ctx, given: Parameters<typeof readDueRules>[1]): Promise<DueRule[]> {
  const found = (await readDueRules(tx, given)).map(({ ruleId }) => ruleId);
  if (found.length === 0) return [];
  const locked = await lockRows(tx, ReminderRuleEntity, { id: { $in: [...new Set(found)] } });
  const ids = new Set(locked.map(({ id }) => id));
  return (await readDueRules(tx, given)).filter(({ ruleId }) => ids.has(ruleId));
}

interface TextFound {
  /** Null if it can't be sent. The reminders page shows why, and the next run tries again. */
  readonly text: ReminderText | null;
  readonly errors: readonly string[];
}

async function textOf(tx: Ctx, { templateId, dueAt }: DueRule, notice: EmailText | null): Promise<TextFound> {
  if (templateId === null)
    return { text: notice === null ? null : noticeText(tx, notice, dueAt), errors: [] };
  try {
    const { name, subject, body, richText } = await getSendableTemplate(tx, templateId, { isLocked: true });
    return { text: { templateId, name, subject, body, richText }, errors: [] };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { text: null, errors: error.issues.map(({ message }) => message) };
  }
}

function noticeText(tx: Ctx, notice: EmailText, dueAt: string): ReminderText {
  const due = formatInZone(dueAt, tx.settings.timeZone);
  const withDate = (text: string) => withOptionalParts(text).replace(/\{\{\s*dueAt\s*\}\}/g, () => due);
  return {
    templateId: null,
    name: NOTICE_LABELS.DUE_SOON,
    subject: withDate(notice.subject),
    body: withDate(notice.body),
    richText: false,
  };
}

/** Creates a reminder, which needs approval unless the rule is automatic. Null if there is no recipient. */
async function writeReminder(
  tx: AuthorizedCtx,
  due: DueRule,
  text: ReminderText,
): Promise<{ deliveryId: string; emails: number; schools: number } | null> {
  const deliveryId = randomUUID();
  const { emails, schools } = await insertReminder(tx, due, { deliveryId, text });
  if (emails === 0) return null;
  tx.mailer.wakeOutbox();
  recordEvent(tx, 'delivery.created', ['DELIVERY', deliveryId], {
    template: text.name,
    recipients: emails,
    scheduledAt: null,
  });
  return { deliveryId, emails, schools };
}
