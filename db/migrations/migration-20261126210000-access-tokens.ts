import { Migration } from '@mikro-orm/migrations';

/** Access tokens for the REST API, and which token changed something or obtained students' data. */
export class Migration20261126210000AccessTokens extends Migration {
  override up(): void {
    this.addSql(`create table "access_token" (
      "id" uuid not null,
      "user_id" uuid not null,
      "name" text not null,
      "scopes" text[] not null,
      "secret_hash" text not null,
      "created_at" timestamptz(3) not null,
      "expires_at" timestamptz(3) not null,
      "last_used_at" timestamptz(3) null,
      constraint "access_token_pkey" primary key ("id"),
      constraint access_token_name_check check (btrim(name) <> ''),
      constraint access_token_scopes_check check (cardinality(scopes) > 0 and scopes <@ array['READ'::text, 'EXPORT'::text, 'MANAGE'::text])
    );`);
    this.addSql(`create index "access_token_user_index" on "access_token" ("user_id");`);
    this.addSql(
      `alter table "access_token" add constraint "access_token_secret_hash_unique" unique ("secret_hash");`,
    );
    this.addSql(
      `alter table "access_token" add constraint "access_token_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update no action on delete cascade;`,
    );
    this.addSql(`alter table "event" add column "token_id" uuid null, add column "token_name" text null;`);
    this.addSql(
      `alter table "disclosure" add column "token_id" uuid null, add column "token_name" text null;`,
    );
  }

  override down(): void {
    this.addSql(`alter table "event" drop column "token_id", drop column "token_name";`);
    this.addSql(`alter table "disclosure" drop column "token_id", drop column "token_name";`);
    this.addSql(`drop table "access_token";`);
  }
}
