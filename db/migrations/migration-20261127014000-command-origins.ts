import { Migration } from '@mikro-orm/migrations';

/** On which machine a command or job ran, as which operating system user, and why students' data was obtained. */
export class Migration20261127014000CommandOrigins extends Migration {
  override up(): void {
    this.addSql(`alter table "event" add column "os_user" text null, add column "host" text null;`);
    this.addSql(
      `alter table "disclosure" add column "os_user" text null, add column "host" text null, add column "stated_purpose" text null;`,
    );
  }

  override down(): void {
    this.addSql(`alter table "event" drop column "os_user", drop column "host";`);
    this.addSql(
      `alter table "disclosure" drop column "os_user", drop column "host", drop column "stated_purpose";`,
    );
  }
}
