import { type JobServices, jobCtx } from '#app/domain/interval-job.server.ts';
import { requireCurrentSettings } from '#app/domain/settings/current-settings.server.ts';
import { sendDueCodes } from './send-codes.server.ts';

/** Interval of checks for codes that another process didn't send. */
const EVERY_MS = 10_000;

/** Sends waiting sign-in codes when they are due. Failures are logged and retried. */
export class CodeSender {
  readonly #services: JobServices;
  #timer: NodeJS.Timeout | undefined;
  #wakesAt = Infinity;
  #run: Promise<void> | undefined;
  #isStopped = false;

  constructor(services: JobServices) {
    this.#services = services;
  }

  start(): void {
    this.#wakeIn(EVERY_MS);
  }

  /** Adds a check at this time if it is before the next scheduled one. */
  wakeAt(at: Date): void {
    this.#wakeIn(Math.max(0, at.getTime() - this.#services.now().getTime()));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#run;
  }

  #wakeIn(milliseconds: number): void {
    const wakesAt = performance.now() + milliseconds;
    if (this.#isStopped || wakesAt >= this.#wakesAt) return;
    clearTimeout(this.#timer);
    this.#wakesAt = wakesAt;
    this.#timer = setTimeout(() => {
      this.#wakesAt = Infinity;
      this.#run = (this.#run ?? Promise.resolve()).then(() => this.#sendDue());
    }, milliseconds).unref();
  }

  async #sendDue(): Promise<void> {
    const { orm, log } = this.#services;
    try {
      const settings = await requireCurrentSettings(orm.em, this.#services.settings);
      const next = await sendDueCodes(jobCtx({ ...this.#services, settings }));
      if (next !== null) this.wakeAt(next);
    } catch (error) {
      log.error({ err: error }, "queued sign-in codes couldn't be sent");
    }
    this.#wakeIn(EVERY_MS);
  }
}
