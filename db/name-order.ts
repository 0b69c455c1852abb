import { raw } from '@mikro-orm/postgresql';

/** A key for `orderBy` that sorts names alphabetically, ignoring case and accents. Each query needs its own. */
export function byName(column: string): string {
  return raw<object, string>((alias) => `${alias}.${column} collate "und-x-icu"`);
}
