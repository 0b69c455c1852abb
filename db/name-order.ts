import { raw } from '@mikro-orm/postgresql';

/** Returns a key for `orderBy` that sorts names, ignoring case and accents. Each query needs its own. */
export function byName(column: string): string {
  return raw<object, string>((alias) => `${alias}.${column} collate "und-x-icu"`);
}
