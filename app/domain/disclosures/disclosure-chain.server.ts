import { createHash } from 'node:crypto';
import { reloadActor } from '#app/domain/auth/reload-actor.server.ts';
import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { tryLock } from '#app/domain/lock-queries.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { DisclosureChainEntryEntity } from '#db/entities/disclosure-chain-entry.ts';
import { DisclosureEntity } from '#db/entities/disclosure.ts';
import {
  countUnchainedDisclosures,
  readChainEntries,
  readUnchainedDisclosures,
  type StoredChainEntry,
} from './chain-queries.server.ts';

const BATCH_SIZE = 500;
const DAY_MS = 86_400_000;
/** The chain follows within minutes, so older disclosures without an entry were added around it. */
const CHAINED_WITHIN_MS = 3_600_000;
/** The hash before the first entry. */
const BEGINNING = '0'.repeat(64);

/** A known entry of the chain to compare with: its position, and its hash in hexadecimal. */
export interface ChainHead {
  readonly position: number;
  readonly hash: string;
}

export interface ChainError {
  readonly position: number;
  /** `UNEXPECTED`: the entry isn't the one that the caller knows, or the chain ends before it. */
  readonly kind: 'CHANGED' | 'DELETED' | 'MISSING_ENTRY' | 'UNEXPECTED';
}

export interface ChainReport {
  readonly entries: number;
  /** The last entry; null if there is none. */
  readonly head: ChainHead | null;
  /** The first error; null if there is none. */
  readonly error: ChainError | null;
  /** Disclosures that should have an entry by now but don't. */
  readonly unchained: number;
}

/**
 * Adds the disclosures that aren't in the chain, in batches. Runs apart from the requests that record them, which would
 * otherwise wait for each other (ADR 54). Returns how many it added; 0 if another process is adding them.
 */
export async function extendDisclosureChain(ctx: Ctx): Promise<number> {
  authorize(ctx.actor, 'students.readDisclosures');
  let added = 0;
  let batch: number;
  do {
    batch = await inTransaction(ctx, addBatch);
    added += batch;
  } while (batch === BATCH_SIZE);
  return added;
}

async function addBatch(opened: Ctx): Promise<number> {
  if (!(await tryLock(opened, 'disclosureChain'))) return 0;
  const tx = await reloadActor(opened, 'students.readDisclosures');
  const [last] = await tx.em.find(
    DisclosureChainEntryEntity,
    {},
    { fields: ['position', 'hash', 'disclosure.at'], orderBy: { position: 'desc' }, limit: 1 },
  );
  // A transaction may commit a disclosure after newer ones, but no later than a day.
  const since = last === undefined ? null : new Date(last.disclosure.at.getTime() - DAY_MS);
  const unchained = await readUnchainedDisclosures(tx, since, BATCH_SIZE);
  let { position, hash } = last ?? { position: 0, hash: BEGINNING };
  for (const { id, digest } of unchained) {
    position += 1;
    hash = hashOf(hash, digest);
    tx.em.create(DisclosureChainEntryEntity, {
      ...{ position, hash, createdAt: tx.now() },
      disclosure: tx.em.getReference(DisclosureEntity, id),
    });
  }
  await tx.em.flush();
  return unchained.length;
}

/** Returns an entry's hash. `app/docs/security.md` describes it for others who verify the chain. */
function hashOf(previous: string, digest: string): string {
  return createHash('sha256').update(`${previous} ${digest}`).digest('hex');
}

/**
 * Recalculates the whole chain, and compares it with an entry known from before. Without one, no one can tell whether
 * the newest entries were removed. For administrators.
 */
export async function verifyDisclosureChain(ctx: Ctx, known: ChainHead | null = null): Promise<ChainReport> {
  authorize(ctx.actor, 'students.readDisclosures');
  let head: ChainHead = { position: 0, hash: BEGINNING };
  let error: ChainError | null = null;
  for await (const entries of streamChain(ctx, 0)) {
    for (const entry of entries) {
      error = errorIn(entry, head, known);
      if (error !== null) break;
      head = entry;
    }
    if (error !== null) break;
  }
  if (error === null && known !== null && known.position > head.position) {
    error = { position: head.position + 1, kind: 'UNEXPECTED' };
  }
  const unchained = await countUnchainedDisclosures(ctx, new Date(ctx.now().getTime() - CHAINED_WITHIN_MS));
  return {
    entries: head.position,
    head: head.position === 0 ? null : { position: head.position, hash: head.hash },
    error,
    unchained,
  };
}

function errorIn(entry: StoredChainEntry, previous: ChainHead, known: ChainHead | null): ChainError | null {
  const { position, hash, digest } = entry;
  if (position !== previous.position + 1) return { position: previous.position + 1, kind: 'MISSING_ENTRY' };
  if (digest === null) return { position, kind: 'DELETED' };
  if (hash !== hashOf(previous.hash, digest)) return { position, kind: 'CHANGED' };
  const isOther = known !== null && known.position === position && known.hash !== hash;
  return isOther ? { position, kind: 'UNEXPECTED' } : null;
}

/** Yields the chain's entries after a position, in batches. Their records name students by ID alone. For administrators. */
export async function* streamChain(
  ctx: Ctx,
  after: number,
): AsyncGenerator<readonly StoredChainEntry[], void> {
  authorize(ctx.actor, 'students.readDisclosures');
  let position = after;
  let entries: StoredChainEntry[];
  do {
    entries = await readChainEntries(ctx, position, BATCH_SIZE);
    if (entries.length > 0) yield entries;
    position = entries.at(-1)?.position ?? position;
  } while (entries.length === BATCH_SIZE);
}
