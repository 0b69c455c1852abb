import { Migration } from '@mikro-orm/migrations';

/** Tells at once whether a year has designations between two dates: the order by year passes over those that have none. */
export class Migration20261121221800YearsDates extends Migration {
  override up(): void {
    this.addSql(
      `create index "designation_year_updated_at_index" on "designation" ("academic_year_id", "updated_at");`,
    );
    this.addSql(
      `create index "designation_year_downloaded_at_index" on "designation" ("academic_year_id", "downloaded_at");`,
    );
  }

  override down(): void {
    this.addSql(`drop index "designation_year_downloaded_at_index";`);
    this.addSql(`drop index "designation_year_updated_at_index";`);
  }
}
