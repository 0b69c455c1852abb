import { Migration } from '@mikro-orm/migrations';

/** Adds the user an email is for, so that the worker can check them again, and each school of a recipient. */
export class Migration20261122041500MailRecipients extends Migration {
  override up(): void {
    this.addSql(
      `alter table "outbox_mail" add column "user_id" uuid null, add column "invite_id" uuid null;`,
    );
    this.addSql(
      `alter table "outbox_mail" add constraint "outbox_mail_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete set null;`,
    );
    this.addSql(
      `update "outbox_mail" m set "user_id" = u."id" from "user_account" u where m."delivery_id" is not null and lower(u."email") = m."to_address";`,
    );
    this.addSql(
      `update "outbox_mail" m set "invite_id" = i."id" from "user_invite" i where m."delivery_id" is not null and m."user_id" is null and i."email" = m."to_address";`,
    );
    this.addSql(
      `update "outbox_mail" set "merge_values" = jsonb_build_object('firstName', coalesce("merge_values"->>'firstName', ''), 'lastName', coalesce("merge_values"->>'lastName', ''), 'schools', case when coalesce("merge_values"->>'schools', '') = '' then '[]'::jsonb else jsonb_build_array("merge_values"->>'schools') end) where "merge_values" is not null;`,
    );
    this.addSql(`alter table "event" drop constraint "event_subject_type_check";`);
    this.addSql(
      `alter table "event" add constraint "event_subject_type_check" check ("subject_type" in ('DESIGNATION', 'HIGH_SCHOOL', 'USER', 'ACADEMIC_YEAR', 'EMAIL_TEMPLATE', 'DELIVERY', 'INVITE', 'NOTICE', 'ADDRESS'));`,
    );
  }

  /** Events of notices and addresses stay: events are only ever added. */
  override down(): void {
    this.addSql(`alter table "event" drop constraint "event_subject_type_check";`);
    this.addSql(
      `alter table "event" add constraint "event_subject_type_check" check ("subject_type" in ('DESIGNATION', 'HIGH_SCHOOL', 'USER', 'ACADEMIC_YEAR', 'EMAIL_TEMPLATE', 'DELIVERY', 'INVITE')) not valid;`,
    );
    this.addSql(
      `update "outbox_mail" set "merge_values" = "merge_values" || jsonb_build_object('email', "to_address", 'schools', (select coalesce(string_agg(s.name, ' & ' order by s.place), '') from jsonb_array_elements_text("merge_values"->'schools') with ordinality s (name, place))) where "merge_values" is not null;`,
    );
    this.addSql(
      `alter table "outbox_mail" drop constraint "outbox_mail_user_id_foreign", drop column "user_id", drop column "invite_id";`,
    );
  }
}
