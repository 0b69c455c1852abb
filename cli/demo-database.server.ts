import path from 'node:path';
import {
  type EmbeddedPostgres,
  startPersistentPostgres,
} from '#cli/embedded-postgres/embedded-postgres.server.ts';
import { migrateUp } from '#db/migrate.server.ts';
import { openOrm } from '#db/orm.server.ts';
import { seedDemo } from '#db/seeds/demo.server.ts';
import { DEMO_PEOPLE } from '#db/seeds/demo-people.ts';

/** Starts the database under `.data/`, migrates it, and seeds the demo data once. Data persists between runs. */
export async function startDemoDatabase(root: string): Promise<EmbeddedPostgres> {
  const postgres = await startPersistentPostgres({ folder: path.join(root, '.data') });
  try {
    await migrateUp(postgres.url());
    const orm = await openOrm(postgres.url(), { poolMax: 2 });
    try {
      await seedDemo(orm.em.fork(), new Date());
    } finally {
      await orm.close(true);
    }
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** The message shown once the demo or development server is ready. */
export function welcome(appUrl: string, stop: string): string {
  return `
Laurel is ready: ${appUrl}

  Sign in as an administrator    ${DEMO_PEOPLE.administrator.email}
  Sign in as a counselor         ${DEMO_PEOPLE.counselor.email}
  Create an invited account      ${DEMO_PEOPLE.invited.email}

  Codes appear here and at ${appUrl}/dev/mailbox
  ${stop}
`;
}
