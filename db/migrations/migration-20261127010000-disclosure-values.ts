import { Migration } from '@mikro-orm/migrations';

/** Every disclosure names its filter and students, and MikroORM reads values with a default back after each insert. */
export class Migration20261127010000DisclosureValues extends Migration {
  override up(): void {
    this.addSql(
      `alter table "disclosure" alter column "filter" drop default, alter column "student_ids" drop default;`,
    );
  }

  override down(): void {
    this.addSql(
      `alter table "disclosure" alter column "filter" set default '{}'::jsonb, alter column "student_ids" set default '{}';`,
    );
  }
}
