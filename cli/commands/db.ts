import { getCommandSettings } from '#app/config/env.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withDatabase } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { type ChangeOptions, confirmChange } from '#cli/apply-change.server.ts';
import { counted } from '#app/lib/text/counted.ts';
import { migrateDownTo, migrateUp, migrationsAfter } from '#db/migrate.server.ts';
import { appliedMigrations, migrationState } from '#db/migration-state.server.ts';
import { NewerSchema, newerSchemaSentence } from '#db/migrations/compared-migrations.ts';
import { encodingError, readServerFacts } from '#db/server-facts.server.ts';
import { DEMO_MARKER, seedDemo } from '#db/seeds/demo.server.ts';
import { stateForSeed } from '#db/seeds/empty-database.server.ts';
import { LARGE_MARKER, seedLarge } from '#db/seeds/large.server.ts';

/** `laurel db migrate`: applies pending migrations. Exits with 0 even if there are none, for use in deployments. */
export async function dbMigrate(context: CommandContext, { dryRun }: ChangeOptions): Promise<ExitCode> {
  const error = encodingError(await withDatabase(readServerFacts));
  if (error !== null) throw new CommandFailure(error);
  if (dryRun === true) return reportPending(context);
  const applied = await migrateUp(getCommandSettings().databaseUrl);
  await context.write(applied.map((name) => `Applied ${name}\n`).join(''));
  context.say(applied.length === 0 ? 'The database is already up to date.' : 'The database is up to date.');
  return EXIT.done;
}

async function reportPending(context: CommandContext): Promise<ExitCode> {
  const { pending, unknown } = await withDatabase(migrationState);
  if (unknown.length > 0) throw new NewerSchema(unknown);
  await context.write(pending.map((name) => `Would apply ${name}\n`).join(''));
  context.say(pending.length === 0 ? 'The database is up to date.' : 'Nothing has changed yet.');
  return EXIT.done;
}

export interface RollbackOptions extends ChangeOptions {
  /** The name of the migration that will be the latest. */
  readonly to: string;
}

/**
 * `laurel db rollback --to NAME`: reverts every migration after NAME in one transaction, before going back to an older
 * version. Data that only the newer schema can store is lost.
 *
 * @throws {CommandFailure} when NAME isn't applied
 */
export async function dbRollback(
  context: CommandContext,
  { to, ...options }: RollbackOptions,
): Promise<ExitCode> {
  const { databaseUrl } = getCommandSettings();
  const { applied, unknown, database } = await withDatabase(async (orm) => ({
    applied: await appliedMigrations(orm),
    ...(await migrationState(orm)),
    ...(await readServerFacts(orm)),
  }));
  if (unknown.length > 0) throw new NewerSchema(unknown);
  if (!applied.includes(to)) {
    throw new CommandFailure(
      `--to ${to}: This migration isn't applied. To see those that are, run \`laurel db status --all\`.`,
      EXIT.usage,
    );
  }
  const reverted = migrationsAfter(applied, to);
  if (reverted.length === 0) {
    context.say(`${to} is already the latest migration. Nothing was changed.`);
    return EXIT.nothingToDo;
  }
  if (options.dryRun === true) {
    await context.write(reverted.map((name) => `Would revert ${name}\n`).join(''));
    context.say('Nothing has changed yet.');
    return EXIT.done;
  }
  await confirmChange(
    context,
    options,
    `Revert ${counted(reverted.length, 'migration')} of the database ${database}? The data in their tables and columns will be lost.`,
  );
  const done = await migrateDownTo(databaseUrl, to, reverted);
  await context.write(done.map((name) => `Reverted ${name}\n`).join(''));
  context.say(`${to} is now the latest migration. Start only servers of a version without newer migrations.`);
  return EXIT.done;
}

export interface SeedOptions extends ChangeOptions {
  readonly size: 'demo' | 'large';
}

/** `laurel db seed`: fills an empty database, except in production. An interrupted run leaves the database empty. */
export async function dbSeed(context: CommandContext, { size, dryRun }: SeedOptions): Promise<ExitCode> {
  if (getCommandSettings().mode === 'production') {
    throw new CommandFailure(`The ${size} data can't be loaded in production (NODE_ENV is production).`);
  }
  const seeded = await withDatabase(({ em }) => {
    if (dryRun === true) return stateForSeed(em.fork(), size === 'demo' ? DEMO_MARKER : LARGE_MARKER);
    return size === 'demo'
      ? seedDemo(em.fork(), new Date())
      : seedLarge(em.fork(), new Date(), { onYear: (year) => context.say(`Adding students for ${year} …`) });
  });
  switch (seeded) {
    case 'EMPTY':
      context.say(`Would load the ${size} data. Nothing has changed yet.`);
      return EXIT.done;
    case 'SEEDED':
      context.say(`Loaded the ${size} data.`);
      return EXIT.done;
    case 'ALREADY_THERE':
      context.say(`The ${size} data is already loaded. Nothing was changed.`);
      return EXIT.nothingToDo;
    case 'OTHER_DATA':
      throw new CommandFailure(
        `The ${size} data needs an empty database, but this one has other data. Nothing was changed.`,
      );
  }
}

/** `laurel db status`: exits with 0 if the database has exactly the migrations of this build, otherwise with 1. */
export async function dbStatus(
  context: CommandContext,
  { all }: { readonly all?: boolean },
): Promise<ExitCode> {
  const { pending, unknown, applied } = await withDatabase(async (orm) => ({
    ...(await migrationState(orm)),
    applied: all === true ? await appliedMigrations(orm) : [],
  }));
  const known = applied.filter((name) => !unknown.includes(name));
  await context.write(known.map((name) => `Applied ${name}\n`).join(''));
  if (pending.length + unknown.length === 0) {
    context.say('The database is up to date.');
    return EXIT.done;
  }
  const lines = [
    ...pending.map((name) => `Pending ${name}\n`),
    ...unknown.map((name) => `Unknown ${name}\n`),
  ];
  await context.write(lines.join(''));
  context.say(
    unknown.length > 0
      ? newerSchemaSentence(unknown)
      : "The database isn't up to date. Run `laurel db migrate`.",
  );
  return EXIT.failed;
}
