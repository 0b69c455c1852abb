import { raw } from '@mikro-orm/postgresql';

/** A key for `orderBy`: the column as people sort names, in any case, accents beside their letter. Each query needs one of its own. */
export function byName(column: string): string {
  return raw<object, string>((alias) => `${alias}.${column} collate "und-x-icu"`);
}
