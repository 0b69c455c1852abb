import { Migration } from '@mikro-orm/migrations';

const TABLES = ['user_invite', 'high_school_staff_invite'];

/** Invites expire. Those that are open get 14 days from the migration, because their emails named no limit. */
export class Migration20261125143000InviteExpiry extends Migration {
  override up(): void {
    for (const table of TABLES) {
      this.addSql(`alter table "${table}" add column "expires_at" timestamptz(3);`);
      this.addSql(`update "${table}" set "expires_at" = now() + interval '14 days';`);
      this.addSql(`alter table "${table}" alter column "expires_at" set not null;`);
    }
  }

  override down(): void {
    for (const table of TABLES) this.addSql(`alter table "${table}" drop column "expires_at";`);
  }
}
