import { Migration } from '@mikro-orm/migrations';

/** Finds the full backups made while a student was stored, and when the database was last restored. */
export class Migration20261122220500Backups extends Migration {
  override up(): void {
    this.addSql(
      `create index "disclosure_backup_index" on "disclosure" ("at") where "purpose" = 'database.backup';`,
    );
    this.addSql(`create index "event_restored_index" on "event" ("at") where "kind" = 'database.restored';`);
  }

  override down(): void {
    this.addSql(`drop index "event_restored_index";`);
    this.addSql(`drop index "disclosure_backup_index";`);
  }
}
