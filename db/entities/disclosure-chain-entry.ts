import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DisclosureEntity } from './disclosure.ts';

/** A link of the hash chain over the disclosure log, which shows whether a disclosure was changed or removed. Append-only. */
export const DisclosureChainEntryEntity = defineEntity({
  name: 'DisclosureChainEntry',
  tableName: 'disclosure_chain_entry',
  properties: {
    /** From 1, without gaps. */
    position: p.integer().primary().autoincrement(false),
    disclosure: () => p.oneToOne(DisclosureEntity).deleteRule('no action').updateRule('no action'),
    /** SHA-256 of the previous entry's hash and the disclosure, in hexadecimal. */
    hash: p.text(),
    createdAt: p.datetime(3),
  },
});
export type DisclosureChainEntry = InferEntity<typeof DisclosureChainEntryEntity>;
