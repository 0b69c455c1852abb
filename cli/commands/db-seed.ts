import { getCommandSettings } from '#app/config/env.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { withDatabase } from '#cli/with-services.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import type { ChangeOptions } from '#cli/confirm.ts';
import { DEMO_MARKER, seedDemo } from '#db/seeds/demo.server.ts';
import { stateForSeed } from '#db/seeds/empty-database.server.ts';
import { LARGE_MARKER, seedLarge } from '#db/seeds/large.server.ts';

export interface SeedOptions extends ChangeOptions {
  readonly size: 'demo' | 'large';
}

/** `laurel db seed`: fills an empty database, except in production. An interrupted run leaves the database empty. */
export async function dbSeed(context: CommandContext, { size, dryRun }: SeedOptions): Promise<ExitCode> {
  if (getCommandSettings().mode === 'production') {
    throw new CommandFailure('Refusing to load demo data: NODE_ENV is "production".');
  }
  const seeded = await withDatabase(({ em }) => {
    if (dryRun === true) return stateForSeed(em.fork(), size === 'demo' ? DEMO_MARKER : LARGE_MARKER);
    return size === 'demo'
      ? seedDemo(em.fork(), new Date())
      : seedLarge(em.fork(), new Date(), { onYear: (year) => context.say(`Students of ${year} …`) });
  });
  switch (seeded) {
    case 'EMPTY':
      context.say(`Would load the ${size} data. Nothing has been changed yet.`);
      return EXIT.done;
    case 'SEEDED':
      context.say(`Loaded the ${size} data.`);
      return EXIT.done;
    case 'ALREADY_THERE':
      context.say(`The ${size} data was already there. Nothing was changed.`);
      return EXIT.nothingToDo;
    case 'OTHER_DATA':
      throw new CommandFailure(
        `The database already has other data. The ${size} data needs an empty one. Nothing was changed.`,
      );
  }
}
