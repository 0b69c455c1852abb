import { Migration } from '@mikro-orm/migrations';

const REFERENCES = [
  ['high_school_id', 'high_school', 'cascade'],
  ['designation_id', 'designation', 'cascade'],
  ['author_id', 'user_account', 'no action'],
];

/** Notes of the office about schools and designations. */
export class Migration20261126200000InternalNotes extends Migration {
  override up(): void {
    this.addSql(
      `create table "internal_note" ("id" uuid not null, "high_school_id" uuid not null, "designation_id" uuid null, "author_id" uuid null, "text" text not null, "created_at" timestamptz(3) not null, constraint "internal_note_pkey" primary key ("id"), constraint internal_note_text_check check (btrim(text) <> '' and char_length(text) <= 2000));`,
    );
    this.addSql(`create index "internal_note_designation_index" on "internal_note" ("designation_id");`);
    this.addSql(`create index "internal_note_author_index" on "internal_note" ("author_id");`);
    this.addSql(
      `create index "internal_note_school_index" on "internal_note" ("high_school_id", "created_at");`,
    );
    for (const [column, table, rule] of REFERENCES) {
      this.addSql(
        `alter table "internal_note" add constraint "internal_note_${column}_foreign" foreign key ("${column}") references "${table}" ("id") on update no action on delete ${rule};`,
      );
    }
  }

  override down(): void {
    this.addSql(`drop table "internal_note";`);
  }
}
