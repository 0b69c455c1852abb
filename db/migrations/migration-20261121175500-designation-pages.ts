import { Migration } from '@mikro-orm/migrations';

/** Lets a page of the designations list begin anywhere: an index for each order, rising or falling as a whole, without nulls. */
export class Migration20261121175500DesignationPages extends Migration {
  override up(): void {
    this.addSql(`drop index "designation_updated_at_index";`);
    this.addSql(`create index "designation_updated_at_index" on "designation" ("updated_at", "id");`);
    this.addSql(
      `create index "designation_criteria_order_index" on "designation" ((coalesce("criteria", '~') collate "C"), "id");`,
    );
    this.addSql(
      `create index "designation_downloaded_at_order_index" on "designation" ((coalesce("downloaded_at", '-infinity'::timestamptz)), "id");`,
    );
  }

  override down(): void {
    this.addSql(`drop index "designation_downloaded_at_order_index";`);
    this.addSql(`drop index "designation_criteria_order_index";`);
    this.addSql(`drop index "designation_updated_at_index";`);
    this.addSql(`create index "designation_updated_at_index" on "designation" ("updated_at" desc, "id");`);
  }
}
