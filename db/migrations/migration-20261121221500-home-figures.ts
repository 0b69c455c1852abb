import { Migration } from '@mikro-orm/migrations';

/**
 * When a person last signed in (sessions that have ended are removed, and nothing else remembers it), and an index by which the
 * first submission of a designation is found at once.
 */
export class Migration20261121221500HomeFigures extends Migration {
  override up(): void {
    this.addSql(`alter table "user_account" add column "last_signed_in_at" timestamptz(3) null;`);
    this.addSql(
      `update "user_account" set "last_signed_in_at" = "latest"."at" from (select "user_id", max("created_at") as "at" from "session" group by "user_id") "latest" where "latest"."user_id" = "user_account"."id";`,
    );
    this.addSql(
      `create index "event_submitted_index" on "event" ("subject_id", "at") where "kind" = 'designation.submitted';`,
    );
  }

  override down(): void {
    this.addSql(`drop index "event_submitted_index";`);
    this.addSql(`alter table "user_account" drop column "last_signed_in_at";`);
  }
}
