import { Migration } from '@mikro-orm/migrations';

const BEFORE = `'USER_INVITED', 'STAFF_INVITED', 'STAFF_JOINED', 'DESIGNATION_SUBMITTED', 'DESIGNATION_RETURNED', 'DESIGNATION_APPROVED', 'DESIGNATION_REJECTED', 'EMAIL_CHANGED', 'DUE_SOON'`;

/** An automatic email tells a school of its extension. */
export class Migration20261122174500ExtensionNotice extends Migration {
  override up(): void {
    this.addSql(`alter table "notice" drop constraint "notice_kind_check";`);
    this.addSql(
      `alter table "notice" add constraint "notice_kind_check" check ("kind" in (${BEFORE}, 'EXTENSION_GRANTED'));`,
    );
  }

  override down(): void {
    this.addSql(`delete from "notice" where "kind" = 'EXTENSION_GRANTED';`);
    this.addSql(`alter table "notice" drop constraint "notice_kind_check";`);
    this.addSql(`alter table "notice" add constraint "notice_kind_check" check ("kind" in (${BEFORE}));`);
  }
}
