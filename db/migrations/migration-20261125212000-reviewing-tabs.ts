import { Migration } from '@mikro-orm/migrations';

/** Tells the tabs of administrators who review a designation from those of staff who edit it. */
export class Migration20261125212000ReviewingTabs extends Migration {
  override up(): void {
    this.addSql(`alter table "designation_editor" add column "is_reviewing" boolean not null default false;`);
  }

  override down(): void {
    this.addSql(`delete from "designation_editor" where "is_reviewing";`);
    this.addSql(`alter table "designation_editor" drop column "is_reviewing";`);
  }
}
