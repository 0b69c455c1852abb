import { Migration } from '@mikro-orm/migrations';

/** The account that a deleted account was merged into. */
export class Migration20261127002000MergedUsers extends Migration {
  override up(): void {
    this.addSql(`alter table "user_account" add column "merged_into_id" uuid null;`);
    this.addSql(
      `alter table "user_account" add constraint "user_account_merged_into_id_foreign" foreign key ("merged_into_id") references "user_account" ("id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "user_account" add constraint user_account_merged_check check (merged_into_id is null or (merged_into_id <> id and flags @> array['DELETED'::text]));`,
    );
    this.addSql(`create index "user_account_merged_into_index" on "user_account" ("merged_into_id");`);
  }

  override down(): void {
    this.addSql(`alter table "user_account" drop column "merged_into_id";`);
  }
}
