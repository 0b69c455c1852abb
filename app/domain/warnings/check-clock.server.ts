import type { Ctx } from '#app/domain/ctx.server.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';
import { checkDesignations } from './check-designations.server.ts';

export type CheckParts = Pick<Ctx, 'settings' | 'log' | 'now' | 'mailer'> & { readonly orm: Orm };

const EVERY_MS = 1000;

/** Checks changed designations within about a second, one run at a time. After a failure, which is logged once, it tries again. */
export class CheckClock {
  readonly #parts: CheckParts;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<void> | undefined;
  #hasFailed = false;

  constructor(parts: CheckParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#run ??= this.#runOnce().finally(() => (this.#run = undefined));
    }, EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#run;
  }

  async #runOnce(): Promise<void> {
    const { orm, settings, log, now, mailer } = this.#parts;
    try {
      const ctx: Ctx = { em: orm.em.fork(), actor: SYSTEM, channel: 'SYSTEM', settings, log, now, mailer };
      await checkDesignations(ctx, this.#stopping.signal);
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) log.error({ err: error }, "designations couldn't be checked for warnings");
      this.#hasFailed = true;
    }
  }
}
