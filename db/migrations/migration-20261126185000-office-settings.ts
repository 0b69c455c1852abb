import { Migration } from '@mikro-orm/migrations';

const BEFORE = `'DESIGNATION', 'HIGH_SCHOOL', 'USER', 'ACADEMIC_YEAR', 'EMAIL_TEMPLATE', 'DELIVERY', 'INVITE', 'NOTICE', 'ADDRESS'`;

/** The settings that administrators change without a restart, and their history. */
export class Migration20261126185000OfficeSettings extends Migration {
  override up(): void {
    this.addSql(
      `create table "office_settings" ("id" uuid not null, "app_name" text null, "contact_email" text null, "handbook_url" text null, "survey_url" text null, "program_links" jsonb null, "terms_text" text not null default '', "terms_revision" int not null default 0, "accent_color" text null, "logo" bytea null, "logo_type" text null, "logo_width" int null, "logo_height" int null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "office_settings_pkey" primary key ("id"), constraint office_settings_logo_check check (octet_length(logo) <= 204800));`,
    );
    this.addSql(`alter table "event" drop constraint "event_subject_type_check";`);
    this.addSql(
      `alter table "event" add constraint "event_subject_type_check" check ("subject_type" in (${BEFORE}, 'SETTINGS'));`,
    );
  }

  override down(): void {
    this.addSql(`alter table "event" drop constraint "event_subject_type_check";`);
    this.addSql(
      `alter table "event" add constraint "event_subject_type_check" check ("subject_type" in (${BEFORE})) not valid;`,
    );
    this.addSql(`drop table "office_settings";`);
  }
}
