import { Migration } from '@mikro-orm/migrations';

/** Codes live for minutes: those under way when this runs, in either direction, are dropped and requested again. */
export class Migration20261122183000CodeRequests extends Migration {
  override up(): void {
    this.addSql(`delete from "login_challenge";`);
    this.addSql(`drop index "login_challenge_email_index";`);
    this.addSql(
      `alter table "login_challenge" drop column "asked_from", drop column "created_at", alter column "totp_state" drop not null, add column "requests" jsonb not null, add column "link_hash" text null, add column "link_attempts" int not null default 0, add column "sends_at" timestamptz(3) not null;`,
    );
    this.addSql(
      `alter table "login_challenge" add constraint "login_challenge_link_hash_unique" unique ("link_hash");`,
    );
    this.addSql(
      `alter table "login_challenge" add constraint login_challenge_link_attempts_check check (link_attempts >= 0);`,
    );
    this.addSql(`create index "login_challenge_sends_at_index" on "login_challenge" ("sends_at");`);
    this.addSql(
      `create index "login_challenge_email_index" on "login_challenge" ("email", "purpose", "sends_at");`,
    );
  }

  override down(): void {
    this.addSql(`delete from "login_challenge";`);
    this.addSql(`drop index "login_challenge_email_index";`);
    this.addSql(
      `alter table "login_challenge" drop column "requests", drop column "link_hash", drop column "link_attempts", drop column "sends_at", alter column "totp_state" set not null, add column "created_at" timestamptz(3) not null, add column "asked_from" text not null;`,
    );
    this.addSql(
      `create index "login_challenge_email_index" on "login_challenge" ("email", "purpose", "created_at");`,
    );
  }
}
