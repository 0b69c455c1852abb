import { Migration } from '@mikro-orm/migrations';

/** The audit log lists events of all subjects, newest first. */
export class Migration20261125205500AuditLog extends Migration {
  override up(): void {
    this.addSql('create index "event_at_index" on "event" ("at", "id");');
  }

  override down(): void {
    this.addSql('drop index "event_at_index";');
  }
}
