import { Migration } from '@mikro-orm/migrations';

/** Addresses of invites are stored in lower case, so they are found as they are. */
export class Migration20261123065800InviteAddresses extends Migration {
  override up(): void {
    this.addSql(`drop index "user_invite_email_unique";`);
    this.addSql(`alter table "user_invite" add constraint "user_invite_email_unique" unique ("email");`);
  }

  override down(): void {
    this.addSql(`alter table "user_invite" drop constraint "user_invite_email_unique";`);
    this.addSql(`create unique index "user_invite_email_unique" on "user_invite" (lower("email"));`);
  }
}
