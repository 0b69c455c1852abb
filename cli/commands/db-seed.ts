import { getCommandSettings } from '#app/config/env.server.ts';
import { withDatabase } from '#cli/command-context.server.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { print } from '#cli/output.ts';
import { seedDemo } from '#db/seeds/demo.server.ts';

/** `laurel db seed`: fills an empty database with the demo. Never in production; a second run has nothing to do. */
export async function dbSeed(): Promise<ExitCode> {
  if (getCommandSettings().mode === 'production') {
    throw new CommandFailure('Production gets no demo data: NODE_ENV is production.');
  }
  const seeded = await withDatabase((orm) => seedDemo(orm.em.fork(), new Date()));
  switch (seeded) {
    case 'SEEDED':
      print('The demo data is there.');
      return EXIT.done;
    case 'ALREADY_THERE':
      print('The demo data was there already: nothing was changed.');
      return EXIT.nothingToDo;
    case 'OTHER_DATA':
      throw new CommandFailure(
        'The database holds other data, and the demo wants an empty one: nothing was changed.',
      );
  }
}
