import { Migration } from '@mikro-orm/migrations';

const BEFORE = `'USER_INVITED', 'STAFF_INVITED', 'STAFF_JOINED', 'DESIGNATION_SUBMITTED', 'DESIGNATION_RETURNED', 'DESIGNATION_APPROVED', 'DESIGNATION_REJECTED', 'EMAIL_CHANGED', 'DUE_SOON', 'EXTENSION_GRANTED', 'ACCESS_REQUESTED', 'MESSAGE_SENT'`;

/** The daily summary for the office, an automatic email. */
export class Migration20261126190000OfficeDigest extends Migration {
  override up(): void {
    this.addSql(
      `create table "office_digest" ("id" uuid not null, "until" timestamptz(3) not null, "created_at" timestamptz(3) not null, constraint "office_digest_pkey" primary key ("id"));`,
    );
    this.addSql(`alter table "office_digest" add constraint "office_digest_until_unique" unique ("until");`);
    this.addSql(`alter table "notice" drop constraint "notice_kind_check";`);
    this.addSql(
      `alter table "notice" add constraint "notice_kind_check" check ("kind" in (${BEFORE}, 'OFFICE_DIGEST'));`,
    );
  }

  override down(): void {
    this.addSql(`drop table "office_digest";`);
    this.addSql(`delete from "notice" where "kind" = 'OFFICE_DIGEST';`);
    this.addSql(`alter table "notice" drop constraint "notice_kind_check";`);
    this.addSql(`alter table "notice" add constraint "notice_kind_check" check ("kind" in (${BEFORE}));`);
  }
}
