import { migrationsList } from './migrations-list.ts';

/** Of the applied migrations, those that this build does not know: a newer build made them. */
export function unknownMigrations(applied: readonly string[]): string[] {
  const known = new Set(migrationsList.map(({ name }) => name));
  return applied.filter((name) => !known.has(name));
}

/** Of this build's migrations, those that are not applied. */
export function lackingMigrations(applied: readonly string[]): string[] {
  const present = new Set(applied);
  return migrationsList.map(({ name }) => name).filter((name) => !present.has(name));
}
