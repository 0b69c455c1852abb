import { osAccount } from '#app/config/process-environment.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { SYSTEM } from '#app/policy/actor.ts';
import type { Orm } from '#db/orm.server.ts';

export type JobServices = Pick<Ctx, 'settings' | 'log' | 'now' | 'mailer'> & { readonly orm: Orm };

interface IntervalJobOptions {
  readonly everyMs: number;
  /** Handles its own errors. `signal` is aborted when the process stops. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}

/** A scheduled job: runs at an interval, one run at a time. */
export class IntervalJob {
  readonly #options: IntervalJobOptions;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #run: Promise<void> | undefined;

  constructor(options: IntervalJobOptions) {
    this.#options = options;
  }

  start(): void {
    const { everyMs, run } = this.#options;
    this.#timer = setInterval(() => {
      this.#run ??= run(this.#stopping.signal).finally(() => (this.#run = undefined));
    }, everyMs).unref();
  }

  /** Waits for the end of the current run. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopping.abort();
    await this.#run;
  }
}

/** Returns the context of a background job, with an entity manager of its own. */
export function jobCtx({ orm, settings, log, now, mailer }: JobServices): Ctx {
  return {
    ...{ em: orm.em.fork(), actor: SYSTEM, channel: 'SYSTEM', osAccount: osAccount() },
    ...{ settings, log, now, mailer },
  };
}
