import { writeAccessDigest } from '#app/domain/access-changes/write-access-digest.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { deleteExpiredUndoableDecisions } from '#app/domain/designations/undoable-decisions.server.ts';
import { currentSettings } from '#app/domain/settings/current-settings.server.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { writeOfficeDigest } from '#app/domain/office-digest/write-office-digest.server.ts';
import { mailsOf, runReminders } from './run-reminders.server.ts';

export type ReminderParts = Pick<Ctx, 'settings' | 'log' | 'now' | 'mailer'> & { readonly orm: Orm };

const EVERY_MS = 60_000;

/**
 * Runs the reminders, the administrators' daily emails, and the removal of what can't be undone anymore every minute,
 * one run at a time. Failures are logged.
 */
export class ReminderClock {
  readonly #parts: ReminderParts;
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<void> | undefined;

  constructor(parts: ReminderParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#run ??= this.#runOnce().finally(() => (this.#run = undefined));
    }, EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#run;
  }

  async #runOnce(): Promise<void> {
    const { orm, log, now, mailer } = this.#parts;
    const settings = await currentSettings(orm.em, this.#parts.settings);
    const ctx: Ctx = { em: orm.em.fork(), actor: SYSTEM, channel: 'SYSTEM', settings, log, now, mailer };
    await this.#queue(async () => mailsOf(await runReminders(ctx)), 'reminders');
    const forked = () => ({ ...ctx, em: orm.em.fork() });
    await this.#queue(() => writeAccessDigest(forked()), 'daily email about access changes');
    await this.#queue(() => writeOfficeDigest(forked()), 'daily summary for the office');
    await deleteExpiredUndoableDecisions(forked()).catch((error: unknown) =>
      log.error({ err: error }, "the undo data of expired decisions couldn't be deleted"),
    );
  }

  async #queue(work: () => Promise<number>, what: string): Promise<void> {
    const { log } = this.#parts;
    try {
      const mails = await work();
      if (mails > 0) log.info({ mails }, `${what} queued`);
    } catch (error) {
      log.error({ err: error }, `${what} couldn't be queued`);
    }
  }
}
