import { Migration } from '@mikro-orm/migrations';

/** Who is editing a designation now, how a school's spreadsheet was understood last, and what was returned for correction. */
export class Migration20261121173000EditingAndReturns extends Migration {
  override up(): void {
    this.addSql(
      `create table "designation_editor" ("tab_id" uuid not null, "designation_id" uuid not null, "user_id" uuid not null, "seen_at" timestamptz(3) not null, constraint "designation_editor_pkey" primary key ("tab_id"));`,
    );
    this.addSql(
      `create index "designation_editor_designation_index" on "designation_editor" ("designation_id");`,
    );
    this.addSql(`create index "designation_editor_user_index" on "designation_editor" ("user_id");`);
    this.addSql(`create index "designation_editor_seen_at_index" on "designation_editor" ("seen_at");`);
    this.addSql(
      `alter table "designation_editor" add constraint "designation_editor_designation_id_foreign" foreign key ("designation_id") references "designation" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "designation_editor" add constraint "designation_editor_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `create table "import_mapping" ("high_school_id" uuid not null, "columns" jsonb not null default '{}'::jsonb, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "import_mapping_pkey" primary key ("high_school_id"));`,
    );
    this.addSql(
      `alter table "import_mapping" add constraint "import_mapping_high_school_id_foreign" foreign key ("high_school_id") references "high_school" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `create table "returned_contents" ("designation_id" uuid not null, "returned_at" timestamptz(3) not null, "contents" jsonb not null, constraint "returned_contents_pkey" primary key ("designation_id"));`,
    );
    this.addSql(
      `alter table "returned_contents" add constraint "returned_contents_designation_id_foreign" foreign key ("designation_id") references "designation" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "returned_contents";`);
    this.addSql(`drop table "import_mapping";`);
    this.addSql(`drop table "designation_editor";`);
  }
}
