import type { EntityManager } from '@mikro-orm/postgresql';
import { seedDesignations } from './seed-designations.server.ts';
import { seedOrganisation } from './seed-organisation.server.ts';
import { DEMO_PEOPLE } from './demo-people.ts';
import { seedId } from './seeded-random.ts';

export type SeedResult = 'SEEDED' | 'ALREADY_THERE' | 'OTHER_DATA';

/** The advisory lock of whoever seeds: 'seed' in ASCII. */
const SEED_LOCK = 0x73656564;

/**
 * Fills an empty database with the demo, in one transaction: the same at every run but for the dates, which count back
 * from `now`. Where the demo is there already, or any other data, it changes nothing and says so.
 */
export async function seedDemo(em: EntityManager, now: Date): Promise<SeedResult> {
  return em.transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(?)', [SEED_LOCK]);
    const [found] = await tx.execute<{ demo: boolean; other: boolean }[]>(
      `select exists(select from user_account where id = ?) as demo,
              exists(select from user_account) or exists(select from high_school) or exists(select from academic_year)
              as other`,
      [seedId(DEMO_PEOPLE.administrator.email)],
    );
    if (found?.demo === true) return 'ALREADY_THERE';
    if (found?.other === true) return 'OTHER_DATA';
    await seedOrganisation(tx, now);
    await seedDesignations(tx, now);
    return 'SEEDED';
  });
}
