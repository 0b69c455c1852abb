import { Migration } from '@mikro-orm/migrations';

/** Stores who invited a person to a school, which the person sees before accepting or declining. */
export class Migration20261122181500AnsweredInvites extends Migration {
  override up(): void {
    this.addSql(`alter table "high_school_staff_invite" add column "invited_by_id" uuid null;`);
    this.addSql(
      `alter table "high_school_staff_invite" add constraint "high_school_staff_invite_invited_by_id_foreign" foreign key ("invited_by_id") references "user_account" ("id") on update no action on delete set null;`,
    );
    this.addSql(
      `create index "high_school_staff_invite_invited_by_index" on "high_school_staff_invite" ("invited_by_id");`,
    );
  }

  override down(): void {
    this.addSql(
      `alter table "high_school_staff_invite" drop constraint "high_school_staff_invite_invited_by_id_foreign", drop column "invited_by_id";`,
    );
  }
}
