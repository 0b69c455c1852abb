import { type EntityKey, raw, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';

const naming = new UnderscoreNamingStrategy();

/**
 * Returns a key for `orderBy` that sorts an entity's names, ignoring case and accents, as in `byName<HighSchool>('name')`.
 * Each query needs its own.
 */
export function byName<Entity extends object = never>(
  property: [Entity] extends [never] ? never : EntityKey<Entity>,
): string {
  const column = naming.propertyToColumnName(property);
  return raw<object, string>((alias) => `${alias}.${column} collate "und-x-icu"`);
}
