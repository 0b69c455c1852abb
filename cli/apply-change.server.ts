import type { Ctx } from '#app/domain/ctx.server.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailure, EXIT } from './command-failure.ts';

export interface Change<Outcome> {
  /** Changes only the database, because a dry run rolls it back. `shown` is the outcome that the user confirmed. */
  readonly make: (ctx: Ctx, shown?: Outcome) => Promise<Outcome>;
  /** For example 'Activate 2026 instead of 2025?'; null if nothing would change, so there is nothing to confirm. */
  readonly question: (outcome: Outcome) => string | null;
}

export interface AppliedChange<Outcome> {
  readonly outcome: Outcome;
  /** False for a dry run or if nothing changed; `outcome` is then what would happen. */
  readonly isDone: boolean;
}

/**
 * Applies a change, after a confirmation unless --yes. A dry run and the preview for the question are rolled back.
 *
 * @throws {CommandFailure} when the change isn't confirmed
 */
export async function applyChange<Outcome>(
  context: CommandContext,
  options: ChangeOptions,
  ctx: Ctx,
  { make, question }: Change<Outcome>,
): Promise<AppliedChange<Outcome>> {
  if (options.dryRun === true) return { outcome: await performDryRun(ctx, make), isDone: false };
  if (options.yes === true) return { outcome: await make(ctx), isDone: true };
  const shown = await performDryRun(ctx, make);
  const questionText = question(shown);
  if (questionText === null) return { outcome: shown, isDone: false };
  await confirmChange(context, options, questionText);
  return { outcome: await make(ctx, shown), isDone: true };
}

/** Applies a change that only adds data, without a confirmation. A dry run is rolled back. */
export async function applyWithoutConfirmation<Outcome>(
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

/** The options of commands that change data or send email. */
export interface ChangeOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

/**
 * Asks for confirmation unless --yes. Without a terminal, --yes is required.
 *
 * @param question says what will change, like 'Delete the account of kim@example.org?'
 * @throws {CommandFailure} when the change isn't confirmed
 */
export async function confirmChange(
  context: CommandContext,
  options: ChangeOptions,
  question: string,
): Promise<void> {
  if (options.yes === true) return;
  if (!context.isInteractive) {
    throw new CommandFailure(
      `${question} Add --yes to do it, or --dry-run to see what would happen.`,
      EXIT.usage,
    );
  }
  if (!(await context.ask(question))) throw new CommandFailure('Nothing was changed.');
}
