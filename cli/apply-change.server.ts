import type { Ctx } from '#app/domain/ctx.server.ts';
import type { Call } from './call.ts';
import { type ChangeOptions, confirmChange } from './confirm.ts';

export interface Change<Outcome> {
  /** The service that makes the change, with no effect but on the database; `shown` is what was asked about. */
  readonly make: (ctx: Ctx, shown?: Outcome) => Promise<Outcome>;
  /** What will happen, like 'Activate 2026 instead of 2025?'; null where nothing would change, so that there is nothing to ask. */
  readonly question: (outcome: Outcome) => string | null;
}

export interface AppliedChange<Outcome> {
  readonly outcome: Outcome;
  /** False for a dry run, and where there was nothing to do: `outcome` is what would be. */
  readonly isDone: boolean;
}

/**
 * Makes a change as the call wants it: a dry run makes it and takes it back, so that it cannot tell anything else than what would
 * happen; without --yes the same is done to ask about it first. Throws CommandFailure where it is not meant.
 */
export async function applyChange<Outcome>(
  call: Call,
  options: ChangeOptions,
  ctx: Ctx,
  { make, question }: Change<Outcome>,
): Promise<AppliedChange<Outcome>> {
  if (options.dryRun === true) return { outcome: await performDryRun(ctx, make), isDone: false };
  if (options.yes === true) return { outcome: await make(ctx), isDone: true };
  const shown = await performDryRun(ctx, make);
  const asked = question(shown);
  if (asked === null) return { outcome: shown, isDone: false };
  await confirmChange(call, options, asked);
  return { outcome: await make(ctx, shown), isDone: true };
}

/** Makes a change that only adds, so that nothing is asked; a dry run makes it and takes it back. */
export async function applyUnasked<Outcome>(
  { dryRun }: ChangeOptions,
  ctx: Ctx,
  make: (ctx: Ctx) => Promise<Outcome>,
): Promise<AppliedChange<Outcome>> {
  return dryRun === true
    ? { outcome: await performDryRun(ctx, make), isDone: false }
    : { outcome: await make(ctx), isDone: true };
}

async function performDryRun<Outcome>(ctx: Ctx, make: (ctx: Ctx) => Promise<Outcome>): Promise<Outcome> {
  const em = ctx.em.fork();
  await em.begin();
  try {
    return await make({ ...ctx, em });
  } finally {
    await em.rollback();
  }
}
