import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The lines of a designations download, as one flat query. */
const LINES = (where: string) => `
  select d.id, y.year, h.name, h.banner_code, h.salesforce_id, d.class_size, d.criteria, d.criteria_comment, d.status,
         u.first_name || ' ' || u.last_name, u.email, d.updated_at, d.downloaded_at,
         s.id, s.first, s.middle, s.last, s.preferred, s.date_of_birth, s.twin, s.phone, s.email, s.parent_email,
         s.address_address1, s.address_address2, s.address_city, s.address_state, s.address_zip5, s.address_zip4, s.address_status
    from designation d join high_school h on h.id = d.high_school_id join academic_year y on y.id = d.academic_year_id
    join user_account u on u.id = d.submitted_by_id left join student s on s.designation_id = d.id
   where ${where}
   order by h.name collate "und-x-icu", y.year desc, d.id, s.position, s.id`;

/** Exports the lines of these designations (alias `d`) with `psql`. Returns the milliseconds it took. */
export async function copyWithPsql(databaseUrl: string, where: string): Promise<number> {
  const startedAt = performance.now();
  const command = `\\copy (${LINES(where).replaceAll(/\s+/g, ' ')}) to pstdout (format csv, header)`;
  const psql = spawn('psql', ['--no-psqlrc', '--quiet', '-c', command, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  psql.stdout.resume();
  const [code] = (await once(psql, 'exit').catch((error: unknown) => {
    throw new Error("The reference is psql: install PostgreSQL's client programs.", { cause: error });
  })) as [number | null];
  if (code !== 0) throw new Error(`psql ended with ${code}.`);
  return performance.now() - startedAt;
}
