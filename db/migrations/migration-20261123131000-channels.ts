import { Migration } from '@mikro-orm/migrations';

/** Events and disclosures name their channel; emails to outstanding schools name them so. */
export class Migration20261123131000Channels extends Migration {
  override up(): void {
    for (const table of ['event', 'disclosure']) {
      this.addSql(`alter table "${table}" rename column "door" to "channel";`);
      this.addSql(
        `alter table "${table}" rename constraint "${table}_door_check" to "${table}_channel_check";`,
      );
    }
    this.addSql(renamedTarget('SILENT_SCHOOLS', 'OUTSTANDING_SCHOOLS'));
  }

  override down(): void {
    this.addSql(renamedTarget('OUTSTANDING_SCHOOLS', 'SILENT_SCHOOLS'));
    for (const table of ['event', 'disclosure']) {
      this.addSql(
        `alter table "${table}" rename constraint "${table}_channel_check" to "${table}_door_check";`,
      );
      this.addSql(`alter table "${table}" rename column "channel" to "door";`);
    }
  }
}

function renamedTarget(from: string, to: string): string {
  return `update "email_delivery" set "audience" = jsonb_set("audience", '{target}', '"${to}"') where "audience" ->> 'target' = '${from}';`;
}
