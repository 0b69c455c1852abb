import type { EntityManager } from '@mikro-orm/postgresql';

export type SeedResult = 'SEEDED' | 'ALREADY_THERE' | 'OTHER_DATA';

/** The advisory lock of all seeds: 'seed' in ASCII. */
const SEED_LOCK = 0x73656564;

/** Tables that are empty unless the database is in use. Sessions, limits, and codes expire, so they don't count. */
const TABLES_OF_WORK = [
  'user_account',
  'high_school',
  'academic_year',
  'email_template',
  'user_invite',
  'outbox_mail',
  'event',
  'disclosure',
];

/** Returns `ALREADY_THERE` if the user `markerId` exists, because the same seed ran before. */
export async function stateForSeed(
  em: EntityManager,
  markerId: string,
): Promise<'EMPTY' | Exclude<SeedResult, 'SEEDED'>> {
  const [found] = await em.execute<{ same: boolean; any: boolean }[]>(
    `select exists(select from user_account where id = ?) as same,
            ${TABLES_OF_WORK.map((table) => `exists(select from ${table})`).join(' or ')} as "any"`,
    [markerId],
  );
  if (found?.same === true) return 'ALREADY_THERE';
  return found?.any === true ? 'OTHER_DATA' : 'EMPTY';
}

/** Runs `fill` in one transaction, so that an interrupted seed leaves the database empty. Other seeds wait. */
export async function fillEmptyDatabase(
  em: EntityManager,
  markerId: string,
  fill: (tx: EntityManager) => Promise<void>,
): Promise<SeedResult> {
  return em.transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(?)', [SEED_LOCK]);
    const state = await stateForSeed(tx, markerId);
    if (state !== 'EMPTY') return state;
    await fill(tx);
    return 'SEEDED';
  });
}
