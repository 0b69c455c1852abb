import { Migration } from '@mikro-orm/migrations';

/** Events and disclosures are evidence: PostgreSQL itself refuses to change or remove a row. */
export class Migration20261121144000AddOnlyLogs extends Migration {
  override up(): void {
    this.addSql(`
      create function refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'rows of % are only ever added', tg_table_name using errcode = 'restrict_violation';
      end
      $$`);
    for (const table of ['event', 'disclosure']) {
      this.addSql(
        `create trigger "${table}_add_only" before update or delete on "${table}" for each row execute function refuse_change()`,
      );
      this.addSql(
        `create trigger "${table}_no_truncate" before truncate on "${table}" for each statement execute function refuse_change()`,
      );
    }
  }

  override down(): void {
    for (const table of ['event', 'disclosure']) {
      this.addSql(`drop trigger "${table}_add_only" on "${table}"`);
      this.addSql(`drop trigger "${table}_no_truncate" on "${table}"`);
    }
    this.addSql('drop function refuse_change()');
  }
}
