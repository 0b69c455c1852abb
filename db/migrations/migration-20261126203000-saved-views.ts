import { Migration } from '@mikro-orm/migrations';

/** Users' named filters and orders of lists. */
export class Migration20261126203000SavedViews extends Migration {
  override up(): void {
    this.addSql(
      `create table "saved_view" ("id" uuid not null, "user_id" uuid not null, "list" text check ("list" in ('designations', 'highschools', 'users')) not null, "name" text not null, "query" text not null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "saved_view_pkey" primary key ("id"), constraint saved_view_name_check check (btrim(name) <> ''));`,
    );
    this.addSql(
      `create unique index "saved_view_name_unique" on "saved_view" ("user_id", "list", lower("name"));`,
    );
    this.addSql(
      `alter table "saved_view" add constraint "saved_view_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "saved_view";`);
  }
}
