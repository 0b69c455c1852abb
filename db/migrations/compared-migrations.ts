import { counted } from '#app/lib/text/counted.ts';
import { MIGRATION_NAMES } from './known-migrations.ts';

/** A newer build has migrated the database. The message is for an operator. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';

  constructor(unknown: readonly string[]) {
    super(newerSchemaSentence(unknown));
  }
}

/** Returns the message about a database that a newer build has migrated. */
export function newerSchemaSentence(unknown: readonly string[]): string {
  return `The database has ${counted(unknown.length, 'migration')} that this build doesn't have. Install the newer version of Laurel.`;
}

/** Returns the applied migrations that this build doesn't have, because a newer build made them. */
export function unknownMigrations(applied: readonly string[]): string[] {
  const known = new Set<string>(MIGRATION_NAMES);
  return applied.filter((name) => !known.has(name));
}

/** Returns this build's migrations that aren't applied yet. */
export function pendingMigrations(applied: readonly string[]): string[] {
  const present = new Set(applied);
  return MIGRATION_NAMES.filter((name) => !present.has(name));
}
