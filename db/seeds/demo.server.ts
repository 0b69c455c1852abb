import type { EntityManager } from '@mikro-orm/postgresql';
import { DEMO_PEOPLE } from './demo-people.ts';
import { fillEmptyDatabase, type SeedResult } from './empty-database.server.ts';
import { seedDesignations } from './seed-designations.server.ts';
import { seedOrganisation } from './seed-organisation.server.ts';
import { seedId } from './seeded-random.ts';

/** The account that only the demo has. */
export const DEMO_MARKER = seedId(DEMO_PEOPLE.administrator.email);

/**
 * Fills an empty database with the demo, in one transaction: the same at every run but for the dates, which count back
 * from `now`. Everybody last signed in for what they did last. Where the demo is there already, or any other data, it changes nothing and says so.
 */
export async function seedDemo(em: EntityManager, now: Date): Promise<SeedResult> {
  return fillEmptyDatabase(em, DEMO_MARKER, async (tx) => {
    await seedOrganisation(tx, now);
    await seedDesignations(tx, now);
    await tx.execute(
      `update user_account u set last_signed_in_at = e.at
         from (select actor_id, max(at) as at from event where door = 'BROWSER' group by actor_id) e
        where e.actor_id = u.id`,
    );
  });
}
