import { writeAccessDigest } from '#app/domain/access-changes/write-access-digest.server.ts';
import { Clock, type ClockParts, jobCtx } from '#app/domain/clock.server.ts';
import { deleteExpiredUndoableDecisions } from '#app/domain/designations/undoable-decisions.server.ts';
import { writeOfficeDigest } from '#app/domain/office-digest/write-office-digest.server.ts';
import { currentSettings } from '#app/domain/settings/current-settings.server.ts';
import { mailsOf, runReminders } from './run-reminders.server.ts';

/**
 * Runs the reminders, the administrators' daily emails, and the removal of what can't be undone anymore every minute.
 * Failures are logged.
 * @param onChecked called after each check for due reminders that didn't fail
 */
export function reminderClock(parts: ClockParts, onChecked: (at: Date) => void): Clock {
  return new Clock({ everyMs: 60_000, run: () => runOnce(parts, onChecked) });
}

async function runOnce(parts: ClockParts, onChecked: (at: Date) => void): Promise<void> {
  const { orm, log } = parts;
  const settings = await currentSettings(orm.em, parts.settings);
  const ctx = () => jobCtx({ ...parts, settings });
  const queue = async (work: () => Promise<number>, what: string) => {
    try {
      const mails = await work();
      if (mails > 0) log.info({ mails }, `${what} queued`);
    } catch (error) {
      log.error({ err: error }, `${what} couldn't be queued`);
    }
  };
  await queue(async () => {
    const mails = mailsOf(await runReminders(ctx()));
    onChecked(parts.now());
    return mails;
  }, 'reminders');
  await queue(() => writeAccessDigest(ctx()), 'daily email about access changes');
  await queue(() => writeOfficeDigest(ctx()), 'daily summary for the office');
  await deleteExpiredUndoableDecisions(ctx()).catch((error: unknown) =>
    log.error({ err: error }, "the undo data of expired decisions couldn't be deleted"),
  );
}
