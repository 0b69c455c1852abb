import { writeAccessDigest } from '#app/domain/access-changes/write-access-digest.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { mailsOf, runReminders } from './run-reminders.server.ts';

export type ReminderParts = Pick<Ctx, 'settings' | 'log' | 'now' | 'mailer'> & { readonly orm: Orm };

const EVERY_MS = 60_000;

/** Runs the reminders and the administrators' daily email every minute, one run at a time. Failures are logged. */
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
    const { orm, settings, log, now, mailer } = this.#parts;
    const ctx: Ctx = { em: orm.em.fork(), actor: SYSTEM, channel: 'SYSTEM', settings, log, now, mailer };
    try {
      const mails = mailsOf(await runReminders(ctx));
      if (mails > 0) log.info({ mails }, 'reminders queued');
    } catch (error) {
      log.error({ err: error }, "the reminders couldn't be queued");
    }
    try {
      const mails = await writeAccessDigest({ ...ctx, em: orm.em.fork() });
      if (mails > 0) log.info({ mails }, 'daily email about access changes queued');
    } catch (error) {
      log.error({ err: error }, "the daily email about access changes couldn't be queued");
    }
  }
}
