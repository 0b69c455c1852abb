import { writeAccessDigest } from '#app/domain/access-changes/write-access-digest.server.ts';
import { IntervalJob, type JobServices, jobCtx } from '#app/domain/interval-job.server.ts';
import { deleteExpiredUndoableDecisions } from '#app/domain/designations/undoable-decisions.server.ts';
import { writeOfficeDigest } from '#app/domain/office-digest/write-office-digest.server.ts';
import { extendDisclosureChain } from '#app/domain/disclosures/disclosure-chain.server.ts';
import { reportUnusualAccess } from '#app/domain/disclosures/report-unusual-access.server.ts';
import { requireCurrentSettings } from '#app/domain/settings/current-settings.server.ts';
import { emailsOf, runReminders } from '#app/domain/reminders/run-reminders.server.ts';

/**
 * Runs the reminders, the administrators' emails, the disclosure log's hash chain, and the removal of what can't be
 * undone anymore every minute. Failures are logged.
 * @param onChecked called after each check for due reminders that didn't fail
 */
export function minuteJob(services: JobServices, onChecked: (at: Date) => void): IntervalJob {
  return new IntervalJob({ everyMs: 60_000, run: () => runOnce(services, onChecked) });
}

async function runOnce(services: JobServices, onChecked: (at: Date) => void): Promise<void> {
  const { orm, log } = services;
  const settings = await requireCurrentSettings(orm.em, services.settings).catch((error: unknown) => {
    log.error({ err: error }, "the settings couldn't be read");
    return null;
  });
  if (settings === null) return;
  const ctx = () => jobCtx({ ...services, settings });
  const queue = async (work: () => Promise<number>, what: string) => {
    try {
      const emails = await work();
      if (emails > 0) log.info({ emails }, `${what} queued`);
    } catch (error) {
      log.error({ err: error }, `${what} couldn't be queued`);
    }
  };
  await queue(async () => {
    const emails = emailsOf(await runReminders(ctx()));
    onChecked(services.now());
    return emails;
  }, 'reminders');
  await queue(() => writeAccessDigest(ctx()), 'daily email about access changes');
  await queue(() => writeOfficeDigest(ctx()), 'daily summary for the office');
  await queue(() => reportUnusualAccess(ctx()), "emails about unusual access to students' data");
  await extendDisclosureChain(ctx()).catch((error: unknown) =>
    log.error({ err: error }, "the disclosure log's hash chain couldn't be extended"),
  );
  await deleteExpiredUndoableDecisions(ctx()).catch((error: unknown) =>
    log.error({ err: error }, "the undo data of expired decisions couldn't be deleted"),
  );
}
