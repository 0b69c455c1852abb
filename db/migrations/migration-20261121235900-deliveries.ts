import { Migration } from '@mikro-orm/migrations';

/** Bulk mail: deliveries with a row a recipient in the outbox, bounced addresses, notices, reminders that were sent. */
export class Migration20261121235900Deliveries extends Migration {
  override up(): void {
    this.addSql(
      `create table "bounced_address" ("address" text not null, "source" text check ("source" in ('SMTP', 'REPORT', 'CLI')) not null, "reason" text not null, "bounced_at" timestamptz(3) not null, constraint "bounced_address_pkey" primary key ("address"), constraint bounced_address_address_check check (btrim(address) <> '' and address = lower(address)));`,
    );
    this.addSql(
      `create table "mail_pace" ("id" int not null, "next_at" timestamptz(3) not null, constraint "mail_pace_pkey" primary key ("id"), constraint mail_pace_id_check check (id = 1));`,
    );
    this.addSql(
      `create table "notice" ("id" uuid not null, "kind" text check ("kind" in ('USER_INVITED', 'STAFF_INVITED', 'STAFF_JOINED', 'DESIGNATION_SUBMITTED', 'DESIGNATION_RETURNED', 'DESIGNATION_APPROVED', 'DESIGNATION_REJECTED', 'EMAIL_CHANGED', 'DUE_SOON')) not null, "subject" text not null, "body" text not null, "is_on" boolean not null default true, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "notice_pkey" primary key ("id"));`,
    );
    this.addSql(`alter table "notice" add constraint "notice_kind_unique" unique ("kind");`);
    this.addSql(
      `create table "email_delivery" ("id" uuid not null, "template_id" uuid null, "template_name" text not null, "subject" text not null, "body" text not null, "rich_text" boolean not null, "year" int null, "audience" jsonb not null, "fingerprint" text not null, "rule_id" uuid null, "status" text check ("status" in ('AWAITING_APPROVAL', 'SENDING', 'PAUSED', 'FINISHED', 'CANCELLED')) not null, "scheduled_at" timestamptz(3) null, "created_by_id" uuid null, "created_at" timestamptz(3) not null, "finished_at" timestamptz(3) null, "version" int not null default 1, constraint "email_delivery_pkey" primary key ("id"));`,
    );
    this.addSql(`create index "email_delivery_template_index" on "email_delivery" ("template_id");`);
    this.addSql(`create index "email_delivery_rule_index" on "email_delivery" ("rule_id");`);
    this.addSql(
      `create index "email_delivery_sending_index" on "email_delivery" ("created_at") where "status" = 'SENDING';`,
    );
    this.addSql(`create index "email_delivery_created_at_index" on "email_delivery" ("created_at", "id");`);
    this.addSql(
      `create index "email_delivery_fingerprint_index" on "email_delivery" ("fingerprint", "created_at");`,
    );
    this.addSql(
      `create table "sent_reminder" ("id" uuid not null, "rule_id" uuid not null, "high_school_id" uuid not null, "delivery_id" uuid not null, constraint "sent_reminder_pkey" primary key ("id"));`,
    );
    this.addSql(`create index "sent_reminder_high_school_index" on "sent_reminder" ("high_school_id");`);
    this.addSql(`create index "sent_reminder_delivery_index" on "sent_reminder" ("delivery_id");`);
    this.addSql(
      `alter table "sent_reminder" add constraint "sent_reminder_rule_school_unique" unique ("rule_id", "high_school_id");`,
    );
    this.addSql(
      `create table "idempotency_key" ("key" text not null, "fingerprint" text not null, "delivery_id" uuid not null, "answer" jsonb not null, "created_at" timestamptz(3) not null, constraint "idempotency_key_pkey" primary key ("key"));`,
    );
    this.addSql(`create index "idempotency_key_delivery_index" on "idempotency_key" ("delivery_id");`);
    this.addSql(`create index "idempotency_key_created_at_index" on "idempotency_key" ("created_at");`);
    this.addSql(
      `alter table "email_delivery" add constraint "email_delivery_template_id_foreign" foreign key ("template_id") references "email_template" ("id") on update no action on delete set null;`,
    );
    this.addSql(
      `alter table "email_delivery" add constraint "email_delivery_rule_id_foreign" foreign key ("rule_id") references "reminder_rule" ("id") on update no action on delete set null;`,
    );
    this.addSql(
      `alter table "email_delivery" add constraint "email_delivery_created_by_id_foreign" foreign key ("created_by_id") references "user_account" ("id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "sent_reminder" add constraint "sent_reminder_rule_id_foreign" foreign key ("rule_id") references "reminder_rule" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "sent_reminder" add constraint "sent_reminder_high_school_id_foreign" foreign key ("high_school_id") references "high_school" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "sent_reminder" add constraint "sent_reminder_delivery_id_foreign" foreign key ("delivery_id") references "email_delivery" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "idempotency_key" add constraint "idempotency_key_delivery_id_foreign" foreign key ("delivery_id") references "email_delivery" ("id") on update no action on delete cascade;`,
    );
    this.addSql(`alter table "reminder_rule" drop constraint "reminder_rule_template_id_foreign";`);
    this.addSql(`alter table "reminder_rule" add column "version" int not null default 1;`);
    this.addSql(`alter table "reminder_rule" alter column "template_id" drop not null;`);
    this.addSql(
      `alter table "reminder_rule" add constraint "reminder_rule_template_id_foreign" foreign key ("template_id") references "email_template" ("id") on update no action on delete no action;`,
    );
    this.addSql(
      `insert into "bounced_address" ("address", "source", "reason", "bounced_at") select distinct on (lower("to_address")) lower("to_address"), 'SMTP', coalesce("response", ''), "created_at" from "outbox_mail" where "state" = 'BOUNCED' order by lower("to_address"), "created_at" desc;`,
    );
    this.addSql(
      `alter table "outbox_mail" add column "delivery_id" uuid null, add column "high_school_ids" uuid[] not null default '{}', add column "merge_values" jsonb null;`,
    );
    this.addSql(
      `update "outbox_mail" set "high_school_ids" = array["high_school_id"] where "high_school_id" is not null;`,
    );
    this.addSql(`alter table "outbox_mail" drop constraint "outbox_mail_high_school_id_foreign";`);
    this.addSql(`alter table "outbox_mail" drop column "high_school_id", drop column "html_body";`);
    this.addSql(
      `alter table "outbox_mail" alter column "subject" drop not null, alter column "text_body" drop not null;`,
    );
    this.addSql(
      `alter table "outbox_mail" add constraint "outbox_mail_delivery_id_foreign" foreign key ("delivery_id") references "email_delivery" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "outbox_mail" add constraint outbox_mail_text_check check ((delivery_id is null) = (text_body is not null) and (delivery_id is null) = (subject is not null));`,
    );
    this.addSql(`drop index "outbox_mail_due_index";`);
    this.addSql(
      `create index "outbox_mail_due_index" on "outbox_mail" ("next_attempt_at") where "delivery_id" is null and "state" in ('QUEUED', 'SENDING', 'DEFERRED');`,
    );
    this.addSql(
      `create index "outbox_mail_delivery_due_index" on "outbox_mail" ("delivery_id", "next_attempt_at") where "state" in ('QUEUED', 'SENDING', 'DEFERRED');`,
    );
    this.addSql(`create index "outbox_mail_delivery_state_index" on "outbox_mail" ("delivery_id", "state");`);
    this.addSql(
      `create index "outbox_mail_high_schools_index" on "outbox_mail" using gin ("high_school_ids");`,
    );
  }

  /** Mails of deliveries are lost with their deliveries, and a mail about several schools keeps the first. */
  override down(): void {
    this.addSql(`delete from "outbox_mail" where "delivery_id" is not null;`);
    this.addSql(
      `alter table "outbox_mail" drop constraint outbox_mail_text_check, drop constraint "outbox_mail_delivery_id_foreign";`,
    );
    this.addSql(
      `alter table "outbox_mail" add column "high_school_id" uuid null, add column "html_body" text null;`,
    );
    this.addSql(
      `update "outbox_mail" set "high_school_id" = (select "id" from "high_school" where "id" = "high_school_ids"[1]);`,
    );
    this.addSql(`drop index "outbox_mail_due_index";`);
    this.addSql(
      `alter table "outbox_mail" drop column "delivery_id", drop column "high_school_ids", drop column "merge_values";`,
    );
    this.addSql(
      `alter table "outbox_mail" alter column "subject" set not null, alter column "text_body" set not null;`,
    );
    this.addSql(
      `alter table "outbox_mail" add constraint "outbox_mail_high_school_id_foreign" foreign key ("high_school_id") references "high_school" ("id") on update no action on delete set null;`,
    );
    this.addSql(
      `create index "outbox_mail_due_index" on "outbox_mail" ("next_attempt_at") where "state" in ('QUEUED', 'SENDING', 'DEFERRED');`,
    );
    this.addSql(`create index "outbox_mail_high_school_index" on "outbox_mail" ("high_school_id");`);
    this.addSql(`drop table "idempotency_key", "sent_reminder", "notice", "mail_pace", "bounced_address";`);
    this.addSql(`delete from "reminder_rule" where "template_id" is null;`);
    this.addSql(`alter table "reminder_rule" drop constraint "reminder_rule_template_id_foreign";`);
    this.addSql(`alter table "reminder_rule" drop column "version";`);
    this.addSql(`alter table "reminder_rule" alter column "template_id" set not null;`);
    this.addSql(
      `alter table "reminder_rule" add constraint "reminder_rule_template_id_foreign" foreign key ("template_id") references "email_template" ("id") on update no action on delete cascade;`,
    );
    this.addSql(`drop table "email_delivery";`);
  }
}
