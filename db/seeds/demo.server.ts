import type { EntityManager } from '@mikro-orm/postgresql';
import { DEMO_PEOPLE } from './demo-people.ts';
import { fillEmptyDatabase, type SeedResult } from './empty-database.server.ts';
import { seedDesignations } from './seed-designations.server.ts';
import { seedOrganization } from './seed-organization.server.ts';
import { seedId } from './seeded-random.ts';

export const DEMO_MARKER = seedId(DEMO_PEOPLE.administrator.email);

/**
 * Fills an empty database with the demo. Dates count back from `now`; everything else is always the same. Changes
 * nothing in a database with data.
 */
export async function seedDemo(em: EntityManager, now: Date): Promise<SeedResult> {
  return fillEmptyDatabase(em, DEMO_MARKER, async (tx) => {
    await seedOrganization(tx, now);
    await seedDesignations(tx, now);
    await tx.execute(
      `update user_account u set last_signed_in_at = e.at
         from (select actor_id, max(at) as at from event where channel = 'BROWSER' group by actor_id) e
        where e.actor_id = u.id`,
    );
  });
}
