import { Migration } from '@mikro-orm/migrations';

/** Finds the submissions and decisions of many designations, for the statistics' days. */
export class Migration20261128010000EventSteps extends Migration {
  override up(): void {
    this.addSql(
      `create index "event_step_index" on "event" ("subject_id", "at", "id") include ("kind") where "kind" in ('designation.submitted', 'designation.approved', 'designation.returned', 'designation.rejected', 'designation.reopened', 'designation.decisionUndone');`,
    );
  }

  override down(): void {
    this.addSql(`drop index "event_step_index";`);
  }
}
