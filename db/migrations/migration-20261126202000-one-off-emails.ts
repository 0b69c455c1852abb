import { Migration } from '@mikro-orm/migrations';

/** Emails that are written for one occasion, which the list of templates omits. */
export class Migration20261126202000OneOffEmails extends Migration {
  override up(): void {
    this.addSql(`alter table "email_template" add column "is_one_off" boolean not null default false;`);
  }

  override down(): void {
    this.addSql(`alter table "email_template" drop column "is_one_off";`);
  }
}
