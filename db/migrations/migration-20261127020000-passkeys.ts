import { Migration } from '@mikro-orm/migrations';

/** Passkeys, the challenges that they sign, and codes that confirm who adds one. */
export class Migration20261127020000Passkeys extends Migration {
  override up(): void {
    this.addSql(`create table "passkey" (
      "id" uuid not null,
      "user_id" uuid not null,
      "name" text not null,
      "credential_id" text not null,
      "public_key" text not null,
      "counter" bigint not null,
      "transports" text[] not null,
      "created_at" timestamptz(3) not null,
      "last_used_at" timestamptz(3) null,
      constraint "passkey_pkey" primary key ("id"),
      constraint passkey_name_check check (btrim(name) <> ''),
      constraint passkey_counter_check check (counter >= 0)
    );`);
    this.addSql(`create index "passkey_user_index" on "passkey" ("user_id");`);
    this.addSql(
      `alter table "passkey" add constraint "passkey_credential_id_unique" unique ("credential_id");`,
    );
    this.addSql(
      `alter table "passkey" add constraint "passkey_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete cascade;`,
    );
    this.addSql(`create table "passkey_challenge" (
      "id" uuid not null,
      "challenge_hash" text not null,
      "purpose" text check ("purpose" in ('SIGN_IN', 'ADD')) not null,
      "requester_hash" text not null,
      "user_id" uuid null,
      "expires_at" timestamptz(3) not null,
      constraint "passkey_challenge_pkey" primary key ("id")
    );`);
    this.addSql(
      `alter table "passkey_challenge" add constraint "passkey_challenge_challenge_hash_unique" unique ("challenge_hash");`,
    );
    this.addSql(`create index "passkey_challenge_user_index" on "passkey_challenge" ("user_id");`);
    this.addSql(`create index "passkey_challenge_expires_at_index" on "passkey_challenge" ("expires_at");`);
    this.addSql(
      `alter table "passkey_challenge" add constraint "passkey_challenge_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "login_challenge" drop constraint "login_challenge_purpose_check", add constraint "login_challenge_purpose_check" check ("purpose" in ('SIGN_IN', 'CHANGE_EMAIL', 'ADD_PASSKEY'));`,
    );
  }

  override down(): void {
    this.addSql(`delete from "login_challenge" where "purpose" = 'ADD_PASSKEY';`);
    this.addSql(
      `alter table "login_challenge" drop constraint "login_challenge_purpose_check", add constraint "login_challenge_purpose_check" check ("purpose" in ('SIGN_IN', 'CHANGE_EMAIL'));`,
    );
    this.addSql(`drop table "passkey_challenge";`);
    this.addSql(`drop table "passkey";`);
  }
}
