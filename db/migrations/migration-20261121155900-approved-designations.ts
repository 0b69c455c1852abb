import { Migration } from '@mikro-orm/migrations';

/** Lets a list of schools count the approved designations of each from an index alone. */
export class Migration20261121155900ApprovedDesignations extends Migration {
  override up(): void {
    this.addSql(
      `create index "designation_approved_index" on "designation" ("high_school_id") where "status" = 'APPROVED';`,
    );
  }

  override down(): void {
    this.addSql(`drop index "designation_approved_index";`);
  }
}
