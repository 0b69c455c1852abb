import { Migration } from '@mikro-orm/migrations';

/** Codes live for minutes: those under way when this runs are dropped, and asked for again. */
export class Migration20261121145520ChallengeAsker extends Migration {
  override up(): void {
    this.addSql(`delete from "login_challenge";`);
    this.addSql(`alter table "login_challenge" add column "asked_from" text not null;`);
  }

  override down(): void {
    this.addSql(`alter table "login_challenge" drop column "asked_from";`);
  }
}
