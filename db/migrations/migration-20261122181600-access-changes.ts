import { Migration } from '@mikro-orm/migrations';

/** Stores the access changes that administrators are emailed about once a day. */
export class Migration20261122181600AccessChanges extends Migration {
  override up(): void {
    this.addSql(
      `create table "access_change" ("id" uuid not null, "at" timestamptz(3) not null, "description" text not null, "reported_at" timestamptz(3) null, constraint "access_change_pkey" primary key ("id"), constraint access_change_description_check check (btrim(description) <> ''));`,
    );
    this.addSql(
      `create index "access_change_unreported_index" on "access_change" ("at") where "reported_at" is null;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "access_change";`);
  }
}
