import { Migration } from '@mikro-orm/migrations';

const TABLES = [
  'student',
  'designation',
  'deadline_extension',
  'high_school_staff_invite',
  'user_invite',
  'high_school_staff',
  'outbox_mail',
  'event',
  'disclosure',
  'session',
  'login_challenge',
  'rate_limit',
  'email_template',
  'high_school',
  'academic_year',
  'user_account',
];

export class Migration20261121143728Initial extends Migration {
  override async up(): Promise<void> {
    this.addSql(
      `create table "academic_year" ("id" uuid not null, "year" int not null, "status" text check ("status" in ('ACTIVE', 'INACTIVE')) not null default 'INACTIVE', "opens_at" timestamptz(3) null, "early_due_at" timestamptz(3) null, "due_at" timestamptz(3) null, "corrections_due_at" timestamptz(3) null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "academic_year_pkey" primary key ("id"), constraint academic_year_year_check check (year >= 1900 and year <= 2999));`,
    );
    this.addSql(`alter table "academic_year" add constraint "academic_year_year_unique" unique ("year");`);
    this.addSql(
      `create unique index "academic_year_active_unique" on "academic_year" ("status") where "status" = 'ACTIVE';`,
    );

    this.addSql(
      `create table "email_template" ("id" uuid not null, "name" text not null, "subject" text not null, "body" text not null default '', "rich_text" boolean not null default false, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "email_template_pkey" primary key ("id"), constraint email_template_name_check check (btrim(name) <> ''));`,
    );
    this.addSql(
      `create index "email_template_name_index" on "email_template" ("name" collate "und-x-icu", "id");`,
    );

    this.addSql(
      `create table "high_school" ("id" uuid not null, "name" text not null, "phone" text not null, "fax" text null, "notes" text not null default '', "status" text check ("status" in ('ACTIVE', 'INACTIVE')) not null default 'INACTIVE', "banner_code" text not null default '', "salesforce_id" text not null default '', "address_id" uuid not null, "address_address1" text not null default '', "address_address2" text not null default '', "address_city" text not null default '', "address_state" text not null default '', "address_zip5" text not null default '', "address_zip4" text not null default '', "address_firm_name" text not null default '', "address_urbanization" text not null default '', "address_status" text check ("address_status" in ('UNVERIFIED', 'INVALID', 'VALID')) not null default 'UNVERIFIED', "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "high_school_pkey" primary key ("id"), constraint high_school_name_check check (btrim(name) <> ''));`,
    );
    this.addSql(`create index "high_school_name_index" on "high_school" ("name" collate "und-x-icu", "id");`);
    this.addSql(`create index "high_school_phone_index" on "high_school" ("phone", "id");`);
    this.addSql(`create index "high_school_fax_index" on "high_school" ("fax", "id");`);
    this.addSql(`create index "high_school_status_index" on "high_school" ("status");`);
    this.addSql(`create index "high_school_banner_code_index" on "high_school" ("banner_code");`);

    this.addSql(
      `create table "outbox_mail" ("id" uuid not null, "kind" text not null, "high_school_id" uuid null, "to_address" text not null, "subject" text not null, "text_body" text not null, "html_body" text null, "message_id" text not null, "state" text check ("state" in ('QUEUED', 'SENDING', 'SENT', 'DEFERRED', 'FAILED', 'BOUNCED', 'CANCELLED')) not null default 'QUEUED', "attempts" int not null default 0, "next_attempt_at" timestamptz(3) not null, "claimed_at" timestamptz(3) null, "claimed_by" text null, "response" text null, "sent_at" timestamptz(3) null, "created_at" timestamptz(3) not null, constraint "outbox_mail_pkey" primary key ("id"), constraint outbox_mail_attempts_check check (attempts >= 0), constraint outbox_mail_to_address_check check (btrim(to_address) <> ''));`,
    );
    this.addSql(`create index "outbox_mail_high_school_index" on "outbox_mail" ("high_school_id");`);
    this.addSql(`create index "outbox_mail_to_address_index" on "outbox_mail" ("to_address");`);
    this.addSql(
      `alter table "outbox_mail" add constraint "outbox_mail_message_id_unique" unique ("message_id");`,
    );
    this.addSql(
      `create index "outbox_mail_due_index" on "outbox_mail" ("next_attempt_at") where "state" in ('QUEUED', 'SENDING', 'DEFERRED');`,
    );

    this.addSql(
      `create table "rate_limit" ("key" text not null, "count" int not null, "window_ends_at" timestamptz(3) not null, constraint "rate_limit_pkey" primary key ("key"), constraint rate_limit_count_check check (count >= 0));`,
    );
    this.addSql(`create index "rate_limit_window_ends_at_index" on "rate_limit" ("window_ends_at");`);

    this.addSql(
      `create table "user_account" ("id" uuid not null, "first_name" text not null, "last_name" text not null, "email" text not null, "phone" text not null, "flags" text[] not null default '{}', "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "user_account_pkey" primary key ("id"), constraint user_account_email_lower_check check (email = lower(email)), constraint user_account_email_present_check check (btrim(email) <> ''), constraint user_account_flags_check check (flags <@ array['ADMIN'::text, 'DELETED'::text]));`,
    );
    this.addSql(`create unique index "user_account_email_unique" on "user_account" (lower("email"));`);
    this.addSql(
      `create index "user_account_name_index" on "user_account" ("last_name" collate "und-x-icu", "first_name" collate "und-x-icu", "id");`,
    );
    this.addSql(`create index "user_account_email_index" on "user_account" ("email", "id");`);
    this.addSql(`create index "user_account_phone_index" on "user_account" ("phone", "id");`);
    this.addSql(`create index "user_account_flags_index" on "user_account" using gin ("flags");`);

    this.addSql(
      `create table "session" ("id" uuid not null, "secret_hash" text not null, "user_id" uuid null, "proven_email" text null, "client_address" text null, "user_agent" text null, "created_at" timestamptz(3) not null, "seen_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, constraint "session_pkey" primary key ("id"), constraint session_owner_check check ((user_id is null) <> (proven_email is null)));`,
    );
    this.addSql(`alter table "session" add constraint "session_secret_hash_unique" unique ("secret_hash");`);
    this.addSql(`create index "session_user_index" on "session" ("user_id");`);
    this.addSql(`create index "session_expires_at_index" on "session" ("expires_at");`);

    this.addSql(
      `create table "login_challenge" ("id" uuid not null, "purpose" text check ("purpose" in ('SIGN_IN', 'CHANGE_EMAIL')) not null default 'SIGN_IN', "email" text not null, "user_id" uuid null, "totp_state" text not null, "attempts" int not null default 0, "created_at" timestamptz(3) not null, "expires_at" timestamptz(3) not null, "consumed_at" timestamptz(3) null, constraint "login_challenge_pkey" primary key ("id"), constraint login_challenge_attempts_check check (attempts >= 0), constraint login_challenge_email_lower_check check (email = lower(email)));`,
    );
    this.addSql(`create index "login_challenge_user_index" on "login_challenge" ("user_id");`);
    this.addSql(`create index "login_challenge_expires_at_index" on "login_challenge" ("expires_at");`);
    this.addSql(
      `create index "login_challenge_email_index" on "login_challenge" ("email", "purpose", "created_at");`,
    );

    this.addSql(
      `create table "high_school_staff" ("id" uuid not null, "high_school_id" uuid not null, "user_id" uuid not null, "position" text check ("position" in ('STAFF', 'PRINCIPAL', 'REGISTRAR', 'COUNSELOR', 'SUPERINTENDENT')) not null default 'STAFF', "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "high_school_staff_pkey" primary key ("id"));`,
    );
    this.addSql(`create index "high_school_staff_user_index" on "high_school_staff" ("user_id");`);
    this.addSql(
      `alter table "high_school_staff" add constraint "high_school_staff_school_user_unique" unique ("high_school_id", "user_id");`,
    );

    this.addSql(
      `create table "event" ("id" uuid not null, "at" timestamptz(3) not null, "actor_id" uuid null, "door" text check ("door" in ('BROWSER', 'REST', 'CLI', 'SYSTEM')) not null, "kind" text not null, "subject_type" text check ("subject_type" in ('DESIGNATION', 'HIGH_SCHOOL', 'USER', 'ACADEMIC_YEAR', 'EMAIL_TEMPLATE', 'DELIVERY', 'INVITE')) not null, "subject_id" uuid not null, "changes" jsonb not null default '{}', constraint "event_pkey" primary key ("id"), constraint event_kind_check check (btrim(kind) <> ''));`,
    );
    this.addSql(`create index "event_actor_index" on "event" ("actor_id");`);
    this.addSql(`create index "event_subject_index" on "event" ("subject_type", "subject_id", "at");`);

    this.addSql(
      `create table "disclosure" ("id" uuid not null, "at" timestamptz(3) not null, "actor_id" uuid null, "door" text check ("door" in ('BROWSER', 'REST', 'CLI', 'SYSTEM')) not null, "purpose" text not null, "filter" jsonb not null default '{}', "row_count" int not null, "student_ids" uuid[] not null default '{}', constraint "disclosure_pkey" primary key ("id"), constraint disclosure_purpose_check check (btrim(purpose) <> ''), constraint disclosure_row_count_check check (row_count >= 0));`,
    );
    this.addSql(`create index "disclosure_at_index" on "disclosure" ("at");`);
    this.addSql(`create index "disclosure_actor_index" on "disclosure" ("actor_id");`);

    this.addSql(
      `create table "designation" ("id" uuid not null, "high_school_id" uuid not null, "academic_year_id" uuid not null, "class_size" int null, "criteria" text check ("criteria" in ('CUMULATIVE_GPA', 'CUMULATIVE_WEIGHTED_GPA', 'OTHER')) null, "criteria_comment" text null, "status" text check ("status" in ('STARTED', 'PENDING', 'RETURNED', 'APPROVED', 'REJECTED')) not null default 'STARTED', "submitted_by_id" uuid not null, "accepted_terms_at" timestamptz(3) null, "accepted_terms_version" text null, "downloaded_at" timestamptz(3) null, "reasons" text[] not null default '{}', "note" text null, "version" int not null default 1, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "designation_pkey" primary key ("id"), constraint designation_class_size_check check (class_size >= 0), constraint designation_reasons_check check (reasons <@ array['CLASS_SIZE'::text, 'NOT_TOP_TEN_PERCENT'::text, 'ADDRESS'::text, 'DUAL_ENROLLED'::text, 'CRITERIA'::text, 'STUDENT_DETAILS'::text, 'OTHER'::text]), constraint designation_terms_check check ((accepted_terms_at is null) = (accepted_terms_version is null)));`,
    );
    this.addSql(`create index "designation_submitted_by_index" on "designation" ("submitted_by_id");`);
    this.addSql(
      `create index "designation_year_status_index" on "designation" ("academic_year_id", "status");`,
    );
    this.addSql(`create index "designation_status_index" on "designation" ("status", "id");`);
    this.addSql(`create index "designation_criteria_index" on "designation" ("criteria", "id");`);
    this.addSql(`create index "designation_updated_at_index" on "designation" ("updated_at" desc, "id");`);
    this.addSql(
      `create index "designation_downloaded_at_index" on "designation" ("downloaded_at" desc nulls last, "id");`,
    );
    this.addSql(
      `alter table "designation" add constraint "designation_school_year_unique" unique ("high_school_id", "academic_year_id");`,
    );

    this.addSql(
      `create table "student" ("id" uuid not null, "designation_id" uuid not null, "position" int not null, "first" text not null default '', "middle" text not null default '', "last" text not null default '', "preferred" text not null default '', "date_of_birth" date null, "twin" boolean not null default false, "phone" text not null default '', "email" text not null default '', "parent_email" text not null default '', "address_id" uuid not null, "address_address1" text not null default '', "address_address2" text not null default '', "address_city" text not null default '', "address_state" text not null default '', "address_zip5" text not null default '', "address_zip4" text not null default '', "address_firm_name" text not null default '', "address_urbanization" text not null default '', "address_status" text check ("address_status" in ('UNVERIFIED', 'INVALID', 'VALID')) not null default 'UNVERIFIED', "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "student_pkey" primary key ("id"), constraint student_position_check check (position >= 0), constraint student_date_of_birth_check check (date_of_birth >= '1900-01-01'::date));`,
    );
    this.addSql(`create index "student_designation_index" on "student" ("designation_id", "position");`);
    this.addSql(`create index "student_match_index" on "student" ("date_of_birth", lower("last"));`);

    this.addSql(
      `create table "deadline_extension" ("id" uuid not null, "academic_year_id" uuid not null, "high_school_id" uuid not null, "due_at" timestamptz(3) not null, "reason" text not null, "granted_by_id" uuid null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "deadline_extension_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create index "deadline_extension_high_school_index" on "deadline_extension" ("high_school_id");`,
    );
    this.addSql(
      `alter table "deadline_extension" add constraint "deadline_extension_year_school_unique" unique ("academic_year_id", "high_school_id");`,
    );

    this.addSql(
      `create table "user_invite" ("id" uuid not null, "email" text not null, "flags" text[] not null default '{}', "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "user_invite_pkey" primary key ("id"), constraint user_invite_email_lower_check check (email = lower(email)), constraint user_invite_flags_check check (flags <@ array['ADMIN'::text, 'DELETED'::text]));`,
    );
    this.addSql(`create unique index "user_invite_email_unique" on "user_invite" (lower("email"));`);

    this.addSql(
      `create table "high_school_staff_invite" ("id" uuid not null, "high_school_id" uuid not null, "user_invite_id" uuid not null, "position" text check ("position" in ('STAFF', 'PRINCIPAL', 'REGISTRAR', 'COUNSELOR', 'SUPERINTENDENT')) not null default 'STAFF', "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "high_school_staff_invite_pkey" primary key ("id"));`,
    );
    this.addSql(
      `create index "high_school_staff_invite_user_invite_index" on "high_school_staff_invite" ("user_invite_id");`,
    );
    this.addSql(
      `alter table "high_school_staff_invite" add constraint "high_school_staff_invite_school_invite_unique" unique ("high_school_id", "user_invite_id");`,
    );

    this.addSql(
      `alter table "outbox_mail" add constraint "outbox_mail_high_school_id_foreign" foreign key ("high_school_id") references "high_school" ("id") on update no action on delete set null;`,
    );

    this.addSql(
      `alter table "session" add constraint "session_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete cascade;`,
    );

    this.addSql(
      `alter table "login_challenge" add constraint "login_challenge_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete cascade;`,
    );

    this.addSql(
      `alter table "high_school_staff" add constraint "high_school_staff_high_school_id_foreign" foreign key ("high_school_id") references "high_school" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "high_school_staff" add constraint "high_school_staff_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete cascade;`,
    );

    this.addSql(
      `alter table "event" add constraint "event_actor_id_foreign" foreign key ("actor_id") references "user_account" ("id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "disclosure" add constraint "disclosure_actor_id_foreign" foreign key ("actor_id") references "user_account" ("id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "designation" add constraint "designation_high_school_id_foreign" foreign key ("high_school_id") references "high_school" ("id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "designation" add constraint "designation_academic_year_id_foreign" foreign key ("academic_year_id") references "academic_year" ("id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "designation" add constraint "designation_submitted_by_id_foreign" foreign key ("submitted_by_id") references "user_account" ("id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "student" add constraint "student_designation_id_foreign" foreign key ("designation_id") references "designation" ("id") on update no action on delete cascade;`,
    );

    this.addSql(
      `alter table "deadline_extension" add constraint "deadline_extension_academic_year_id_foreign" foreign key ("academic_year_id") references "academic_year" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "deadline_extension" add constraint "deadline_extension_high_school_id_foreign" foreign key ("high_school_id") references "high_school" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "deadline_extension" add constraint "deadline_extension_granted_by_id_foreign" foreign key ("granted_by_id") references "user_account" ("id") on update no action on delete no action;`,
    );

    this.addSql(
      `alter table "high_school_staff_invite" add constraint "high_school_staff_invite_high_school_id_foreign" foreign key ("high_school_id") references "high_school" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "high_school_staff_invite" add constraint "high_school_staff_invite_user_invite_id_foreign" foreign key ("user_invite_id") references "user_invite" ("id") on update no action on delete cascade;`,
    );
  }
  /** Takes everything away, data included. */
  override down(): void {
    for (const table of TABLES) this.addSql(`drop table "${table}" cascade;`);
  }
}
