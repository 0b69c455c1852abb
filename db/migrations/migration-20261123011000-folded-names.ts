import { Migration } from '@mikro-orm/migrations';

const FOLDED_LAST = `case when "last" collate "C" ~ '^[!-~]+( [!-~]+)*$' then lower("last" collate "C")
    else btrim(regexp_replace(
      lower(regexp_replace(normalize("last", NFKD), '[\\u0300-\\u036f]', '', 'g') collate "und-x-icu"), ' +', ' ', 'g')) collate "C" end`;

/** Finds students by birth date and last name as they are compared, instead of folding the name of everybody born that day. */
export class Migration20261123011000FoldedNames extends Migration {
  override up(): void {
    this.addSql(`drop index "student_match_index";`);
    this.addSql(`create index "student_match_index" on "student" ("date_of_birth", (${FOLDED_LAST}));`);
  }

  override down(): void {
    this.addSql(`drop index "student_match_index";`);
    this.addSql(`create index "student_match_index" on "student" ("date_of_birth", lower("last"));`);
  }
}
