import { Migration } from '@mikro-orm/migrations';

/** Keeps count of each year's designations. Years are taken in one order, so that two writers never wait for each other. */
export class Migration20261121181000DesignationTally extends Migration {
  override up(): void {
    this.addSql(
      `create table "designation_tally" ("academic_year_id" uuid not null, "designations" int not null, constraint "designation_tally_pkey" primary key ("academic_year_id"), constraint designation_tally_check check (designations >= 0));`,
    );
    this.addSql(
      `alter table "designation_tally" add constraint "designation_tally_academic_year_id_foreign" foreign key ("academic_year_id") references "academic_year" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `insert into "designation_tally" ("academic_year_id", "designations") select "academic_year_id", count(*) from "designation" group by "academic_year_id";`,
    );
    this.addSql(`
      create function tally_designations() returns trigger language plpgsql as $$
      begin
        if tg_op = 'INSERT' then
          insert into designation_tally as t (academic_year_id, designations)
          select academic_year_id, count(*) from changed group by academic_year_id order by academic_year_id
          on conflict (academic_year_id) do update set designations = t.designations + excluded.designations;
        elsif tg_op = 'DELETE' then
          update designation_tally t set designations = t.designations - c.designations
            from (select academic_year_id, count(*) as designations from changed group by academic_year_id) c
           where t.academic_year_id = c.academic_year_id;
        else
          delete from designation_tally;
        end if;
        return null;
      end
      $$`);
    this.addSql(
      `create trigger "designation_tally_insert" after insert on "designation" referencing new table as changed for each statement execute function tally_designations()`,
    );
    this.addSql(
      `create trigger "designation_tally_delete" after delete on "designation" referencing old table as changed for each statement execute function tally_designations()`,
    );
    this.addSql(
      `create trigger "designation_tally_truncate" after truncate on "designation" for each statement execute function tally_designations()`,
    );
    this.addSql(`
      create function refuse_other_year() returns trigger language plpgsql as $$
      begin
        raise exception 'a designation stays in its year' using errcode = 'restrict_violation';
      end
      $$`);
    this.addSql(
      `create trigger "designation_year_fixed" before update of "academic_year_id" on "designation" for each row when (old.academic_year_id is distinct from new.academic_year_id) execute function refuse_other_year()`,
    );
  }

  override down(): void {
    for (const trigger of ['tally_insert', 'tally_delete', 'tally_truncate', 'year_fixed']) {
      this.addSql(`drop trigger "designation_${trigger}" on "designation"`);
    }
    this.addSql('drop function refuse_other_year()');
    this.addSql('drop function tally_designations()');
    this.addSql('drop table "designation_tally"');
  }
}
