import { Migration } from '@mikro-orm/migrations';

/** Warnings and matches of designations, and a queue of the designations to check after each new version. */
export class Migration20261126182000DesignationWarnings extends Migration {
  override up(): void {
    this.addSql(
      `create table "designation_check" ("id" bigserial primary key, "designation_id" uuid not null);`,
    );
    this.addSql(
      `create table "designation_match" ("designation_id" uuid not null, "other_id" uuid not null, "students" int not null, constraint "designation_match_pkey" primary key ("designation_id", "other_id"), constraint designation_match_students_check check (students >= 1));`,
    );
    this.addSql(`create index "designation_match_other_index" on "designation_match" ("other_id");`);
    this.addSql(
      `create table "designation_warning" ("designation_id" uuid not null, "kind" text check ("kind" in ('ON_OTHER_LIST', 'APPROVED_BEFORE', 'LISTED_TWICE', 'AGE', 'INCOMPLETE', 'CLASS_SIZE', 'ZIP_CODE')) not null, constraint "designation_warning_pkey" primary key ("designation_id", "kind"));`,
    );
    this.addSql(
      `create index "designation_warning_kind_index" on "designation_warning" ("kind", "designation_id");`,
    );
    for (const [table, column] of [
      ['designation_match', 'designation_id'],
      ['designation_match', 'other_id'],
      ['designation_warning', 'designation_id'],
    ]) {
      this.addSql(
        `alter table "${table}" add constraint "${table}_${column}_foreign" foreign key ("${column}") references "designation" ("id") on update no action on delete cascade;`,
      );
    }
    this.addSql(`
      create function check_new_designation() returns trigger language plpgsql as $$
      begin
        insert into designation_check (designation_id) values (new.id);
        return null;
      end
      $$`);
    this.addSql(`
      create function check_changed_designation() returns trigger language plpgsql as $$
      begin
        insert into designation_check (designation_id)
        select later.id from designation later
          join academic_year its on its.id = later.academic_year_id
          join academic_year own on own.id = new.academic_year_id
         where later.high_school_id = new.high_school_id and its.year >= own.year;
        return null;
      end
      $$`);
    this.addSql(
      `create trigger "designation_check_insert" after insert on "designation" for each row execute function check_new_designation()`,
    );
    this.addSql(
      `create trigger "designation_check_update" after update of "version" on "designation" for each row when (old.version is distinct from new.version) execute function check_changed_designation()`,
    );
    this.addSql(`insert into "designation_check" ("designation_id") select "id" from "designation";`);
  }

  override down(): void {
    this.addSql('drop trigger "designation_check_update" on "designation"');
    this.addSql('drop trigger "designation_check_insert" on "designation"');
    this.addSql('drop function check_changed_designation()');
    this.addSql('drop function check_new_designation()');
    this.addSql('drop table "designation_warning"');
    this.addSql('drop table "designation_match"');
    this.addSql('drop table "designation_check"');
  }
}
