import { Migration } from '@mikro-orm/migrations';

const SEPARATORS = '-,./()&"_+:;@#';
const APOSTROPHES = "''`’‘ʻʼ";

const TABLES = {
  student: ['last', 'first', 'middle', 'preferred'],
  high_school: ['name', 'address_city', 'banner_code'],
  user_account: ['last_name', 'first_name', 'email'],
};

function keyOf(columns: readonly string[]): string {
  const text = `(${columns.map((column) => `"${column}"`).join(` || ' ' || `)})`;
  return `(' ' || translate(case when ${text} collate "C" ~ '^[ -~]*$' then lower(${text} collate "C")
    else lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g') collate "und-x-icu") collate "C" end,
    '${SEPARATORS}${APOSTROPHES}', '${' '.repeat(SEPARATORS.length)}') || ' ')`;
}

/** Finds students, schools, and people by the beginnings of words, with trigram indexes over their names. */
export class Migration20261126183000Search extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm;');
    for (const [table, columns] of Object.entries(TABLES)) {
      this.addSql(
        `create index "${table}_search_index" on "${table}" using gin (${keyOf(columns)} gin_trgm_ops) with (fastupdate = off);`,
      );
    }
  }

  /** The extension stays, because another application may use it. */
  override down(): void {
    for (const table of Object.keys(TABLES)) this.addSql(`drop index "${table}_search_index";`);
  }
}
