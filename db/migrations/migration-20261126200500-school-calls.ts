import { Migration } from '@mikro-orm/migrations';

/** Calls among the office's notes, and outstanding schools that are snoozed. */
export class Migration20261126200500SchoolCalls extends Migration {
  override up(): void {
    this.addSql(
      `alter table "internal_note" add column "kind" text check ("kind" in ('NOTE', 'CALL')) not null default 'NOTE';`,
    );
    this.addSql(
      `create table "school_snooze" ("high_school_id" uuid not null, "until" date not null, "created_at" timestamptz(3) not null, constraint "school_snooze_pkey" primary key ("high_school_id"));`,
    );
    this.addSql(
      `alter table "school_snooze" add constraint "school_snooze_high_school_id_foreign" foreign key ("high_school_id") references "high_school" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "school_snooze";`);
    this.addSql(`alter table "internal_note" drop column "kind";`);
  }
}
