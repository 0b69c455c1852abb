import { randomBytes } from 'node:crypto';
import { type Orm, poolState } from '#db/orm.server.ts';
import { SNAPSHOT_SCHEMA } from '#tests/support/row-snapshot.server.ts';
import { queryRows, runStatements, TEMPLATE_DATABASE } from '#tests/support/database-admin.server.ts';

/** Databases that grew more are dropped instead of reused, because deleted rows still slow down reading. */
const LARGEST_GROWTH_BYTES = 4 * 1024 * 1024;
const OTHERS_END_MS = 10_000;
const FIRST_OID_OF_OURS = 16_384;

/** Catalogs that describe the structure, with the column that separates our objects from PostgreSQL's own. */
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

/** Emptied databases of this process, ready for use. */
const spares: string[] = [];

/** Returns the name of a migrated, empty database: a spare one, or a new copy of the template. */
export async function acquireDatabase(maintenanceUrl: string): Promise<string> {
  const spare = spares.pop();
  if (spare !== undefined) return spare;
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runStatements(maintenanceUrl, [
    `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`,
  ]);
  return name;
}

/** Ends other connections and empties the database for reuse. Drops it if its structure differs from `pristine`. */
export async function releaseDatabase(maintenanceUrl: string, name: string, pristine: string): Promise<void> {
  if (await emptyDatabase(maintenanceUrl, name, pristine)) spares.push(name);
  else await dropDatabase(maintenanceUrl, name);
}

/** Ends other connections and deletes all rows. False if the structure differs from `pristine`, or there were too many. */
export async function emptyDatabase(
  maintenanceUrl: string,
  name: string,
  pristine: string,
): Promise<boolean> {
  try {
    await runStatements(urlOfDatabase(maintenanceUrl, name), [END_OTHERS, emptying(pristine)]);
    return true;
  } catch {
    return false;
  }
}

/** Deletes all rows through an idle ORM. False if the database is in use, or for the reasons of `emptyDatabase`. */
export async function emptyThrough(orm: Orm, pristine: string): Promise<boolean> {
  try {
    const { used, waiting } = poolState(orm);
    if (used > 0 || waiting > 0) return false;
    await orm.em.fork().execute(REFUSE_IF_USED);
    await orm.em.fork().execute(emptying(pristine));
    return true;
  } catch {
    return false;
  }
}

/** Drops the database even if it is in use. */
export function dropDatabase(maintenanceUrl: string, name: string): Promise<void> {
  return runStatements(maintenanceUrl, [`drop database if exists ${name} with (force)`]);
}

/** Returns the connection URL of another database on the same server. */
export function urlOfDatabase(maintenanceUrl: string, name: string): string {
  const url = new URL(maintenanceUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns a digest of all but the rows, with the migration journal. Changes even if a change is reverted. */
export async function structureDigest(databaseUrl: string): Promise<string> {
  const [row] = await queryRows<{ condition: string }>(databaseUrl, `select ${CONDITION_SQL} as condition`);
  if (row === undefined) throw new Error('A database always has a condition.');
  return row.condition;
}

const OTHERS = 'pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
const END_OTHERS = `select pg_terminate_backend(pid, ${OTHERS_END_MS}) from ${OTHERS}`;
const REFUSE_IF_USED = `
  do $$ begin
    if exists (select from ${OTHERS} and state <> 'idle') then raise exception 'the database is in use'; end if;
  end $$`;

/** Returns a statement that removes snapshots, and empties all tables but the migration journal, without triggers. */
function emptying(pristine: string): string {
  return `do $$
     declare
       emptied text;
       has_rows boolean;
       -- The sizes of files are known without opening each table, which takes longer than deleting the rows.
       database_oid oid := (select oid from pg_database where datname = current_database());
     begin
       perform set_config('client_min_messages', 'warning', true);
       drop schema if exists ${SNAPSHOT_SCHEMA} cascade;
       if ${CONDITION_SQL} <> '${pristine}' then raise exception 'the structure was changed'; end if;
       if pg_database_size(current_database()) - pg_database_size('${TEMPLATE_DATABASE}') > ${LARGEST_GROWTH_BYTES} then
         raise exception 'the database has grown';
       end if;
       perform set_config('session_replication_role', 'replica', true);
       for emptied in
         select format('%I', relname) from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'mikro_orm_migrations'
            and (pg_stat_file(format('base/%s/%s', database_oid, relfilenode))).size > 0
       loop
         execute format('select exists (select from %s)', emptied) into has_rows;
         if has_rows then execute format('delete from %s', emptied); end if;
       end loop;
     end $$`;
}
