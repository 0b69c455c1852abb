import { Migration } from '@mikro-orm/migrations';

/** Accounts at an OpenID Connect provider, and the sessions that started there. */
export class Migration20261127040000LinkedIdentities extends Migration {
  override up(): void {
    this.addSql(`create table "linked_identity" (
      "id" uuid not null,
      "user_id" uuid not null,
      "issuer" text not null,
      "subject" text not null,
      "created_at" timestamptz(3) not null,
      "last_used_at" timestamptz(3) not null,
      constraint "linked_identity_pkey" primary key ("id"),
      constraint linked_identity_subject_check check (subject <> '')
    );`);
    this.addSql(
      `alter table "linked_identity" add constraint "linked_identity_user_unique" unique ("user_id");`,
    );
    this.addSql(
      `alter table "linked_identity" add constraint "linked_identity_subject_unique" unique ("issuer", "subject");`,
    );
    this.addSql(
      `alter table "linked_identity" add constraint "linked_identity_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete cascade;`,
    );
    this.addSql(`create table "oidc_request" (
      "id" uuid not null,
      "state_hash" text not null,
      "expires_at" timestamptz(3) not null,
      constraint "oidc_request_pkey" primary key ("id")
    );`);
    this.addSql(
      `alter table "oidc_request" add constraint "oidc_request_state_hash_unique" unique ("state_hash");`,
    );
    this.addSql(`create index "oidc_request_expires_at_index" on "oidc_request" ("expires_at");`);
    this.addSql(`alter table "session" add column "identity_id" uuid null;`);
    this.addSql(`alter table "session" add column "proven_at" timestamptz(3) null;`);
    this.addSql(`create index "session_identity_index" on "session" ("identity_id");`);
    this.addSql(
      `alter table "session" add constraint "session_identity_id_foreign" foreign key ("identity_id") references "linked_identity" ("id") on update no action on delete set null;`,
    );
  }

  override down(): void {
    this.addSql(`alter table "session" drop column "identity_id", drop column "proven_at";`);
    this.addSql(`drop table "oidc_request";`);
    this.addSql(`drop table "linked_identity";`);
  }
}
