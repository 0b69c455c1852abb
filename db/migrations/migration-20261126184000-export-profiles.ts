import { Migration } from '@mikro-orm/migrations';

/** Choices of columns for exports of designations. */
export class Migration20261126184000ExportProfiles extends Migration {
  override up(): void {
    this.addSql(
      `create table "export_profile" ("id" uuid not null, "name" text not null, "columns" text[] not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "export_profile_pkey" primary key ("id"), constraint export_profile_name_check check (btrim(name) <> ''), constraint export_profile_columns_check check (cardinality(columns) > 0));`,
    );
    this.addSql(`create unique index "export_profile_name_unique" on "export_profile" (lower("name"));`);
  }

  override down(): void {
    this.addSql(`drop table "export_profile";`);
  }
}
