import { Migration } from '@mikro-orm/migrations';

const BEFORE = `'USER_INVITED', 'STAFF_INVITED', 'STAFF_JOINED', 'DESIGNATION_SUBMITTED', 'DESIGNATION_RETURNED', 'DESIGNATION_APPROVED', 'DESIGNATION_REJECTED', 'EMAIL_CHANGED', 'DUE_SOON', 'EXTENSION_GRANTED', 'ACCESS_REQUESTED'`;

/** Messages between a school and the office about a designation, who has read them, and the email about them. */
export class Migration20261125150000DesignationMessages extends Migration {
  override up(): void {
    this.addSql(
      `create table "designation_message" ("id" uuid not null, "designation_id" uuid not null, "number" int not null, "side" text check ("side" in ('SCHOOL', 'OFFICE')) not null, "author_id" uuid null, "text" text not null, "created_at" timestamptz(3) not null, constraint "designation_message_pkey" primary key ("id"), constraint designation_message_number_check check (number >= 1), constraint designation_message_text_check check (btrim(text) <> '' and char_length(text) <= 2000));`,
    );
    this.addSql(`create index "designation_message_author_index" on "designation_message" ("author_id");`);
    this.addSql(
      `alter table "designation_message" add constraint "designation_message_number_unique" unique ("designation_id", "number");`,
    );
    this.addSql(
      `alter table "designation_message" add constraint "designation_message_designation_id_foreign" foreign key ("designation_id") references "designation" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "designation_message" add constraint "designation_message_author_id_foreign" foreign key ("author_id") references "user_account" ("id") on update no action on delete no action;`,
    );
    this.addSql(
      `create table "message_reading" ("designation_id" uuid not null, "user_id" uuid not null, "number" int not null, constraint "message_reading_pkey" primary key ("designation_id", "user_id"), constraint message_reading_number_check check (number >= 1));`,
    );
    this.addSql(`create index "message_reading_user_index" on "message_reading" ("user_id");`);
    this.addSql(
      `alter table "message_reading" add constraint "message_reading_designation_id_foreign" foreign key ("designation_id") references "designation" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "message_reading" add constraint "message_reading_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete cascade;`,
    );
    this.addSql(`alter table "notice" drop constraint "notice_kind_check";`);
    this.addSql(
      `alter table "notice" add constraint "notice_kind_check" check ("kind" in (${BEFORE}, 'MESSAGE_SENT'));`,
    );
  }

  override down(): void {
    this.addSql(`delete from "notice" where "kind" = 'MESSAGE_SENT';`);
    this.addSql(`alter table "notice" drop constraint "notice_kind_check";`);
    this.addSql(`alter table "notice" add constraint "notice_kind_check" check ("kind" in (${BEFORE}));`);
    this.addSql(`drop table "message_reading";`);
    this.addSql(`drop table "designation_message";`);
  }
}
