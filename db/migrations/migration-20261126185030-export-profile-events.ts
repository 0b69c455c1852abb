import { Migration } from '@mikro-orm/migrations';

const BEFORE = `'DESIGNATION', 'HIGH_SCHOOL', 'USER', 'ACADEMIC_YEAR', 'EMAIL_TEMPLATE', 'DELIVERY', 'INVITE', 'NOTICE', 'ADDRESS', 'SETTINGS'`;

/** The history of export profiles. */
export class Migration20261126185030ExportProfileEvents extends Migration {
  override up(): void {
    this.addSql(`alter table "event" drop constraint "event_subject_type_check";`);
    this.addSql(
      `alter table "event" add constraint "event_subject_type_check" check ("subject_type" in (${BEFORE}, 'EXPORT_PROFILE'));`,
    );
  }

  /** Events of profiles stay: events are only ever added. */
  override down(): void {
    this.addSql(`alter table "event" drop constraint "event_subject_type_check";`);
    this.addSql(
      `alter table "event" add constraint "event_subject_type_check" check ("subject_type" in (${BEFORE})) not valid;`,
    );
  }
}
