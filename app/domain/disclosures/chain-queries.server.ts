import { sql } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryCount } from '#app/domain/sql-queries.server.ts';
import type { Disclosure } from '#db/entities/disclosure.ts';
import type { DisclosureChainEntry } from '#db/entities/disclosure-chain-entry.ts';

/** A disclosure with the digest that its entry in the chain covers. */
export interface DigestedDisclosure extends Readonly<Pick<Disclosure, 'id'>> {
  /** SHA-256 of `record`, in hexadecimal. */
  readonly digest: string;
}

/** An entry of the chain. `digest` and `record` are null if the disclosure is gone. */
export interface StoredChainEntry extends Readonly<Pick<DisclosureChainEntry, 'position' | 'hash'>> {
  readonly digest: string | null;
  /** All columns of the disclosure as JSON. */
  readonly record: string | null;
}

/**
 * SQL: the columns of a disclosure `d` as JSON, in UTC and without nulls, so that a nullable column can be added to the
 * table later.
 */
const RECORD = sql`jsonb_strip_nulls(to_jsonb(d) || jsonb_build_object(
  'at', to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::text`;
const DIGEST = sql`encode(sha256(convert_to(${RECORD}, 'UTF8')), 'hex')`;

/** Returns disclosures since a time that aren't in the chain, oldest first. */
export async function readUnchainedDisclosures(
  ctx: Connection,
  since: Date | null,
  limit: number,
): Promise<DigestedDisclosure[]> {
  return query<DigestedDisclosure>(ctx)`
     select d.id, ${DIGEST} as digest from disclosure d
      where d.at >= coalesce(${since}::timestamptz, '-infinity')
        and not exists (select from disclosure_chain_entry c where c.disclosure_id = d.id)
      order by d.at, d.id limit ${limit}`;
}

/** Counts the disclosures before a time that aren't in the chain. */
export async function countUnchainedDisclosures(ctx: Connection, before: Date): Promise<number> {
  return queryCount(ctx)`disclosure d
    where d.at < ${before} and not exists (select from disclosure_chain_entry c where c.disclosure_id = d.id)`;
}

/** Returns entries after a position, in order. */
export async function readChainEntries(
  ctx: Connection,
  after: number,
  limit: number,
): Promise<StoredChainEntry[]> {
  return query<StoredChainEntry>(ctx)`
     select c.position, c.hash, case when d.id is not null then ${DIGEST} end as digest,
            case when d.id is not null then ${RECORD} end as record
       from disclosure_chain_entry c left join disclosure d on d.id = c.disclosure_id
      where c.position > ${after} order by c.position limit ${limit}`;
}
