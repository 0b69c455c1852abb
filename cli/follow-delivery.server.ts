import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { getDeliveryState } from '#app/domain/emails/read-deliveries.server.ts';
import { countsDiffer, progressOf } from '#app/messages/delivery-progress.ts';
import { formatProgress, formatWaiting } from '#app/messages/delivery-labels.ts';
import { formatInZone } from '#app/lib/time/zoned-time.ts';
import type { DeliveryState } from '#app/schemas/delivery-screens.ts';
import type { DeliveryResponse } from '#app/schemas/email.ts';
import { isDatabaseUnavailable } from '#app/server/database-unavailable.ts';
import type { CommandContext } from './command-context.ts';
import { startProgress } from './terminal/progress.ts';

const POLL_MS = 500;
/** Longer than a worker's 3 s poll interval. Abandoned claims can take up to 60 s to be reclaimed. */
const STILL_MS = 10_000;

/** Returns whether a delivery is finished or canceled, with no emails left to send. */
export function hasEnded({ status, finishedAt }: Pick<DeliveryResponse, 'status' | 'finishedAt'>): boolean {
  return (status === 'FINISHED' || status === 'CANCELLED') && finishedAt !== null;
}

/**
 * Shows a delivery's progress on standard error until it ends, and returns its final state. Doesn't send emails itself.
 *
 * @throws {Interrupted} when the command is interrupted; the delivery continues
 */
export async function followDelivery(
  context: CommandContext,
  ctx: Ctx,
  id: string,
): Promise<DeliveryResponse> {
  let state = await getDeliveryState(ctx, id);
  const bar = new DeliveryBar(context, state);
  const stopFollowing = () => {
    bar.close();
    context.say(
      `The delivery continues. To see it, run \`laurel emails deliveries ${id}\`. To follow it, run the same command again.`,
    );
  };
  context.signal.addEventListener('abort', stopFollowing, { once: true });
  try {
    let movedAt = Date.now();
    while (!hasEnded(state)) {
      bar.tell(state, updateOf(context, ctx, state, Date.now() - movedAt));
      await sleep(POLL_MS, undefined, { signal: context.signal });
      const before = state;
      state = (await stateOrNull(ctx, id)) ?? state;
      if (before.status !== state.status || countsDiffer(before.counts, state.counts)) movedAt = Date.now();
    }
    return state;
  } catch (error) {
    throw context.signal.aborted ? context.signal.reason : error;
  } finally {
    context.signal.removeEventListener('abort', stopFollowing);
    bar.close();
  }
}

/** Returns null if the database can't be reached; the delivery continues anyway. */
async function stateOrNull(ctx: Ctx, id: string): Promise<DeliveryState | null> {
  try {
    return await getDeliveryState(ctx, id);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  }
}

/** Returns why no emails are being sent right now; '' if they are. */
function updateOf(context: CommandContext, ctx: Ctx, state: DeliveryState, stillMs: number): string {
  const { status, counts, nextTry, scheduledAt } = state;
  const clock = (iso: string) => formatInZone(iso, context.isUtc ? 'UTC' : ctx.settings.timeZone);
  if (status === 'SCHEDULED')
    return scheduledAt === null ? '' : `The email will be sent on ${clock(scheduledAt)}.`;
  if (status !== 'SENDING') return formatProgress(state, null);
  if (nextTry !== null && counts.deferred === progressOf(counts).open) {
    const why = nextTry.response === null ? '' : `: ${nextTry.response}`;
    return `${formatWaiting(counts)}, the first on ${clock(nextTry.at)}${why}`;
  }
  if (stillMs < STILL_MS || counts.sending > 0) return '';
  return `Nothing has been sent for ${STILL_MS / 1000} seconds. Is a server or \`laurel worker\` running?`;
}

class DeliveryBar {
  readonly #context: CommandContext;
  readonly #work: { readonly what: string; readonly total: number };
  #bar: ReturnType<typeof startProgress>;
  #done = 0;
  #update = '';

  constructor(context: CommandContext, { template, counts }: DeliveryResponse) {
    this.#context = context;
    this.#work = { what: `Sending “${template.name}”`, total: progressOf(counts).total };
    this.#bar = startProgress(context, this.#work);
  }

  tell({ counts }: DeliveryResponse, update: string): void {
    const { done } = progressOf(counts);
    if (update !== this.#update && update !== '') {
      this.#bar.done();
      this.#context.say(update);
      this.#bar = startProgress(this.#context, this.#work);
      this.#bar.advance(this.#done);
    }
    this.#update = update;
    this.#bar.advance(done - this.#done);
    this.#done = done;
  }

  close(): void {
    this.#bar.done();
  }
}
