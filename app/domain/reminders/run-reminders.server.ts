import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { templateForSending } from '#app/domain/emails/template-for-sending.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { readNoticeText } from '#app/domain/notices/notice-text.server.ts';
import type { MailText } from '#app/lib/decision-mail.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { withOptionalParts } from '#app/lib/fill-notice.ts';
import { formatInZone } from '#app/lib/zoned-time.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NOTICE_LABELS, type StaffPosition } from '#app/schemas/enums.ts';
import { dueRemindersSql } from './due-reminders-sql.ts';
import { type ReminderText, writeReminder } from './write-reminder.server.ts';

interface DueRow {
  rule_id: string;
  template_id: string | null;
  positions: StaffPosition[];
  is_automatic: boolean;
  year: number;
  due_at: string;
  school_ids: string[];
}

/** The advisory lock of whoever runs the reminders: 'remi' in ASCII. */
const REMINDERS_LOCK = 0x72656d69;

/**
 * Writes the reminders that are due now, all in one transaction; meant to be called every minute, by every worker. Where another runs
 * at the same moment it leaves that to it. A rule and a school meet once at most, whatever is called how often. Answers how many mails
 * were written, those that wait for approval included.
 */
export async function runReminders(ctx: Ctx): Promise<number> {
  authorize(ctx.actor, 'email.manage');
  return inTransaction(ctx, async (tx) => {
    const [lock] = await tx.em.execute<{ taken: boolean }[]>('select pg_try_advisory_xact_lock(?) as taken', [
      REMINDERS_LOCK,
    ]);
    return lock?.taken === true ? writeDue(tx) : 0;
  });
}

async function writeDue(tx: Ctx): Promise<number> {
  const notice = await readNoticeText(tx, 'DUE_SOON');
  const { timeZone } = tx.settings;
  const { sql, params } = dueRemindersSql({ now: tx.now(), timeZone, isNoticeOn: notice !== null });
  let written = 0;
  for (const row of await tx.em.execute<DueRow[]>(sql, [...params])) {
    const dueAt = toIso(row.due_at);
    const text = await textOf(tx, { templateId: row.template_id, notice, dueAt });
    if (text === null) continue;
    const due = {
      ...{ ruleId: row.rule_id, year: row.year, dueAt },
      ...{ highSchoolIds: row.school_ids, positions: row.positions, isAutomatic: row.is_automatic },
    };
    written += await writeReminder(tx, due, text);
  }
  return written;
}

interface TextSource {
  readonly templateId: string | null;
  readonly notice: MailText | null;
  readonly dueAt: string;
}

/** The text that a reminder is sent with; null where it cannot be, which the reminders' page tells, and which is tried again. */
async function textOf(tx: Ctx, { templateId, notice, dueAt }: TextSource): Promise<ReminderText | null> {
  if (templateId !== null) {
    try {
      const { name, subject, body, richText } = await templateForSending(tx, templateId, { isKept: true });
      return { templateId, name, subject, body, richText };
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      return null;
    }
  }
  if (notice === null) return null;
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
