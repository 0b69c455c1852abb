import { Migration } from '@mikro-orm/migrations';

/** Which reminders go out before a year's due date. */
export class Migration20261121210500ReminderRules extends Migration {
  override up(): void {
    this.addSql(
      `create table "reminder_rule" ("id" uuid not null, "academic_year_id" uuid not null, "template_id" uuid not null, "days_before" int not null, "positions" text[] not null default '{}', "states" text[] not null, "is_automatic" boolean not null default false, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "reminder_rule_pkey" primary key ("id"), constraint reminder_rule_days_before_check check (days_before >= 0));`,
    );
    this.addSql(`create index "reminder_rule_academic_year_index" on "reminder_rule" ("academic_year_id");`);
    this.addSql(
      `alter table "reminder_rule" add constraint "reminder_rule_academic_year_id_foreign" foreign key ("academic_year_id") references "academic_year" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "reminder_rule" add constraint "reminder_rule_template_id_foreign" foreign key ("template_id") references "email_template" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "reminder_rule";`);
  }
}
