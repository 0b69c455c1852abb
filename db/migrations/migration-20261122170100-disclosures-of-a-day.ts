import { Migration } from '@mikro-orm/migrations';

/** Finds the students that a person was shown today: reads by a school's staff are recorded once a day. */
export class Migration20261122170100DisclosuresOfADay extends Migration {
  override up(): void {
    this.addSql(`create index "disclosure_actor_at_index" on "disclosure" ("actor_id", "at");`);
    this.addSql(`drop index "disclosure_actor_index";`);
  }

  override down(): void {
    this.addSql(`create index "disclosure_actor_index" on "disclosure" ("actor_id");`);
    this.addSql(`drop index "disclosure_actor_at_index";`);
  }
}
