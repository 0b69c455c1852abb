import { Migration } from '@mikro-orm/migrations';

const BEFORE = `'USER_INVITED', 'STAFF_INVITED', 'STAFF_JOINED', 'DESIGNATION_SUBMITTED', 'DESIGNATION_RETURNED', 'DESIGNATION_APPROVED', 'DESIGNATION_REJECTED', 'EMAIL_CHANGED', 'DUE_SOON', 'EXTENSION_GRANTED'`;

/** Requests to join a school's staff, and their automatic email. */
export class Migration20261125143500AccessRequests extends Migration {
  override up(): void {
    this.addSql(
      `create table "access_request" ("id" uuid not null, "user_id" uuid not null, "high_school_id" uuid null, "school_name" text not null, "position" text check ("position" in ('STAFF', 'PRINCIPAL', 'REGISTRAR', 'COUNSELOR', 'SUPERINTENDENT')) null, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "decided_at" timestamptz(3) null, "decided_by_id" uuid null, "outcome" text check ("outcome" in ('ACCEPTED', 'DECLINED', 'WITHDRAWN')) null, constraint "access_request_pkey" primary key ("id"), constraint access_request_school_name_check check (btrim(school_name) <> ''), constraint access_request_decided_check check ((outcome is null) = (decided_at is null)));`,
    );
    this.addSql(`create index "access_request_user_index" on "access_request" ("user_id");`);
    this.addSql(`create index "access_request_high_school_index" on "access_request" ("high_school_id");`);
    this.addSql(`create index "access_request_decided_by_index" on "access_request" ("decided_by_id");`);
    this.addSql(
      `alter table "access_request" add constraint "access_request_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "access_request" add constraint "access_request_high_school_id_foreign" foreign key ("high_school_id") references "high_school" ("id") on update no action on delete set null;`,
    );
    this.addSql(
      `alter table "access_request" add constraint "access_request_decided_by_id_foreign" foreign key ("decided_by_id") references "user_account" ("id") on update no action on delete set null;`,
    );
    this.addSql(`alter table "notice" drop constraint "notice_kind_check";`);
    this.addSql(
      `alter table "notice" add constraint "notice_kind_check" check ("kind" in (${BEFORE}, 'ACCESS_REQUESTED'));`,
    );
  }

  override down(): void {
    this.addSql(`drop table "access_request";`);
    this.addSql(`delete from "notice" where "kind" = 'ACCESS_REQUESTED';`);
    this.addSql(`alter table "notice" drop constraint "notice_kind_check";`);
    this.addSql(`alter table "notice" add constraint "notice_kind_check" check ("kind" in (${BEFORE}));`);
  }
}
