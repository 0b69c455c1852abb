import { Migration } from '@mikro-orm/migrations';

/** Which passkey started a session, and when another administrator approved it. */
export class Migration20261127021000SessionPasskeys extends Migration {
  override up(): void {
    this.addSql(`alter table "passkey" add column "approved_at" timestamptz(3) null;`);
    this.addSql(`alter table "session" add column "passkey_id" uuid null;`);
    this.addSql(`create index "session_passkey_index" on "session" ("passkey_id");`);
    this.addSql(
      `alter table "session" add constraint "session_passkey_id_foreign" foreign key ("passkey_id") references "passkey" ("id") on update no action on delete set null;`,
    );
  }

  override down(): void {
    this.addSql(`alter table "session" drop column "passkey_id";`);
    this.addSql(`alter table "passkey" drop column "approved_at";`);
  }
}
