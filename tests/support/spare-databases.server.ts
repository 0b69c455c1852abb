import { randomBytes } from 'node:crypto';
import { queryRows, runStatements, TEMPLATE_DATABASE } from '#tests/support/database-admin.server.ts';

/** A database that has grown beyond this is not worth emptying: what was deleted would still be read. */
const LARGEST_SPARE_BYTES = 4 * 1024 * 1024;
const OTHERS_END_MS = 10_000;
const FIRST_OID_OF_OURS = 16_384;

/** The catalogs whose rows tell a changed structure, and the column that tells our things from PostgreSQL's own. */
const CATALOGS = [
  ['pg_namespace', 'oid'],
  ['pg_class', 'oid'],
  ['pg_attribute', 'attrelid'],
  ['pg_attrdef', 'adrelid'],
  ['pg_constraint', 'oid'],
  ['pg_index', 'indexrelid'],
  ['pg_trigger', 'oid'],
  ['pg_proc', 'oid'],
  ['pg_type', 'oid'],
  ['pg_statistic', 'starelid'],
] as const;

const CONDITION_SQL = `concat_ws(' ', ${CATALOGS.map(
  ([catalog, oid]) =>
    `(select md5(string_agg(concat(ctid, xmin), ',' order by ctid)) from ${catalog} where ${oid} >= ${FIRST_OID_OF_OURS})`,
).join(', ')}, (select md5(string_agg(m::text, ',' order by id)) from mikro_orm_migrations m))`;

/** Databases of this process that are as good as new and in nobody's use. */
const spares: string[] = [];

/** The name of a migrated, empty database that nobody else has: one that was given back, or a new copy of the template. */
export async function takeDatabase(maintenanceUrl: string): Promise<string> {
  const spare = spares.pop();
  if (spare !== undefined) return spare;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runStatements(maintenanceUrl, [
    `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`,
  ]);
  return name;
}

/**
 * Ends whatever still uses the database and empties it for the next who takes one, which is several times cheaper than a new
 * copy. Where its condition is not the template's (`pristine`, of `conditionOf`) or it cannot be emptied, it is dropped.
 */
export async function giveDatabaseBack(
  maintenanceUrl: string,
  name: string,
  pristine: string,
): Promise<void> {
  try {
    await runStatements(urlOfDatabase(maintenanceUrl, name), emptying(pristine));
    spares.push(name);
  } catch {
    await runStatements(maintenanceUrl, [`drop database if exists ${name} with (force)`]);
  }
}

/** The connection URL of another database of the same server. */
export function urlOfDatabase(maintenanceUrl: string, name: string): string {
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/**
 * The versions of everything that makes up a database apart from its rows: tables, constraints, triggers, statistics, the journal
 * of migrations. A copy has those of its template until something changes them, be it back and forth.
 */
export async function conditionOf(databaseUrl: string): Promise<string> {
  const [row] = await queryRows<{ condition: string }>(databaseUrl, `select ${CONDITION_SQL} as condition`);
  if (row === undefined) throw new Error('A database always has a condition.');
  return row.condition;
}

/** The journal and the tables' own triggers and references are left alone: they hold for the emptied database too. */
function emptying(pristine: string): string[] {
  return [
    `select pg_terminate_backend(pid, ${OTHERS_END_MS}) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
    `do $$
     declare
       emptied text;
       has_rows boolean;
     begin
       if ${CONDITION_SQL} <> '${pristine}' then raise exception 'the structure was changed'; end if;
       if (select sum(pg_relation_size(oid)) from pg_class where oid >= ${FIRST_OID_OF_OURS}) > ${LARGEST_SPARE_BYTES} then
         raise exception 'the database has grown';
       end if;
       perform set_config('session_replication_role', 'replica', true);
       for emptied in
         select format('%I', relname) from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'mikro_orm_migrations'
       loop
         execute format('select exists (select from %s)', emptied) into has_rows;
         if has_rows then execute format('delete from %s', emptied); end if;
       end loop;
     end $$`,
  ];
}
