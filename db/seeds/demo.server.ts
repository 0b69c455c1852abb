import type { EntityManager } from '@mikro-orm/postgresql';
import { datedDesignations } from './dated-designations.ts';
import { demoDesignations } from './demo-designations.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { fillEmptyDatabase, type SeedResult } from './empty-database.server.ts';
import { seedAccessRequest } from './seed-access-request.server.ts';
import { seedDesignations } from './seed-designations.server.ts';
import { seedEmails } from './seed-emails.server.ts';
import { seedMessages } from './seed-messages.server.ts';
import { seedOrganization } from './seed-organization.server.ts';
import { seedId } from './seeded-random.ts';

export const DEMO_MARKER = seedId(DEMO_PEOPLE.administrator.email);

/**
 * Fills an empty database with the demo. Dates count back from `now`; everything else is always the same. Changes
 * nothing in a database with data.
 */
export async function seedDemo(em: EntityManager, now: Date): Promise<SeedResult> {
  return fillEmptyDatabase(em, DEMO_MARKER, async (tx) => {
    const dated = datedDesignations(demoDesignations(), now);
    await seedOrganization(tx, now);
    await seedDesignations(tx, now, dated);
    await seedMessages(tx, now, dated);
    await seedEmails(tx, now, dated);
    await seedAccessRequest(tx, now);
    await tx.execute(
      `update user_account u set last_signed_in_at = e.at
         from (select actor_id, max(at) as at from event where channel = 'BROWSER' group by actor_id) e
        where e.actor_id = u.id`,
    );
  });
}
