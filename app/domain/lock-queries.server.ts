import type { EntityManager, EntityName, FilterQuery } from '@mikro-orm/postgresql';
import { type Connection, query, queryOne } from './sql-queries.server.ts';

/**
 * `noKeyUpdate` blocks changes, but not new rows that refer to the row; `update` blocks both. `share` blocks changes by
 * others, but several transactions can have it; `keyShare` only blocks deletion.
 */
export type LockStrength = 'noKeyUpdate' | 'update' | 'share' | 'keyShare';

/** Keys of advisory locks, which are held until the transaction ends. The numbers are ASCII. */
const ADVISORY_LOCKS = {
  academicYears: 0x79656172,
  accessDigest: 0x64696773,
  administrators: 0x61646d69,
  designationChecks: 0x63686563,
  disclosureChain: 0x6469736c,
  listImport: 0x696d706f,
  newExport: 0x6578706f,
  officeDigest: 0x6f666669,
  reminders: 0x72656d69,
  schoolImport: 0x7363686f,
  unusualReading: 0x756e7573,
} as const;
export type AdvisoryLock = keyof typeof ADVISORY_LOCKS;

/** Locks and rereads a row. The condition may only use the row's own columns: locks never join (ADR 25). */
export async function lockRow<Entity extends object>(
  tx: Connection,
  entity: EntityName<Entity>,
  where: FilterQuery<Entity>,
  strength: LockStrength = 'noKeyUpdate',
): Promise<Entity | null> {
  const [row] = await lockRows(tx, entity, where, strength);
  return row ?? null;
}

/** Locks all matching rows in the order of their primary keys, so that concurrent calls can't deadlock. */
export async function lockRows<Entity extends object>(
  tx: Connection,
  entity: EntityName<Entity>,
  where: FilterQuery<Entity>,
  strength: LockStrength = 'noKeyUpdate',
): Promise<Entity[]> {
  assertInTransaction(tx.em);
  const { primaryKeys } = tx.em.getMetadata(entity);
  const query = tx.em
    .createQueryBuilder(entity)
    .where(where)
    .orderBy(Object.fromEntries(primaryKeys.map((key) => [key, 'asc'])))
    .getKnexQuery();
  if (strength === 'noKeyUpdate') query.forNoKeyUpdate();
  else if (strength === 'share') query.forShare();
  else if (strength === 'keyShare') query.forKeyShare();
  else query.forUpdate();
  const rows = await tx.em.execute<Record<string, unknown>[]>(query);
  return rows.map((row) => tx.em.map(entity, row as never));
}

/** Returns the lock's number in `pg_locks`. */
export function lockNumber(lock: AdvisoryLock): number {
  return ADVISORY_LOCKS[lock];
}

/** Waits for the lock, which then lasts until the transaction ends. */
export async function acquireLock(tx: Connection, lock: AdvisoryLock): Promise<void> {
  assertInTransaction(tx.em);
  await query(tx)`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]})`;
}

/** Like `acquireLock`, for a text such as an email address; `subject` says what the text is. */
export async function acquireTextLock(tx: Connection, subject: string, text: string): Promise<void> {
  assertInTransaction(tx.em);
  await query(tx)`select pg_advisory_xact_lock(hashtextextended(${`${subject} ${text}`}, 0))`;
}

/** Locks until the transaction ends, without waiting. False if another transaction has the lock. */
export async function tryLock(tx: Connection, lock: AdvisoryLock): Promise<boolean> {
  assertInTransaction(tx.em);
  const { isTaken } = await queryOne<{ isTaken: boolean }>(tx)`
     select pg_try_advisory_xact_lock(${ADVISORY_LOCKS[lock]}) as "isTaken"`;
  return isTaken;
}

/** Like `tryLock`, for a text as in `acquireTextLock`. */
export async function tryTextLock(tx: Connection, subject: string, text: string): Promise<boolean> {
  assertInTransaction(tx.em);
  const { isTaken } = await queryOne<{ isTaken: boolean }>(tx)`
     select pg_try_advisory_xact_lock(hashtextextended(${`${subject} ${text}`}, 0)) as "isTaken"`;
  return isTaken;
}

function assertInTransaction(em: EntityManager): void {
  if (!em.isInTransaction()) throw new Error('Locks require an open transaction.');
}
