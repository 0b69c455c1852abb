import type { OsAccount } from '#app/domain/ctx.server.ts';

/** What happens to events and disclosures that the backup lacks. */
export interface NewerLog {
  /** False if the database was empty or had no log. */
  readonly exists: boolean;
  readonly isMerged: boolean;
  readonly isSaved: boolean;
}

export interface RestoreEvent extends OsAccount {
  /** ISO 8601. */
  readonly backupOf: string;
}

/** Copies the log and its actors' names to temporary tables before anything is dropped, and locks the log. */
export const SAVE_LOG = `
lock table public.user_account, public.event, public.disclosure in access exclusive mode;
create temporary table kept_event on commit drop as table public.event;
create temporary table kept_disclosure on commit drop as table public.disclosure;
create temporary table kept_account on commit drop as
  select id, first_name, last_name, email from public.user_account
   where id in (select actor_id from pg_temp.kept_event union select actor_id from pg_temp.kept_disclosure);
select to_regclass('public.disclosure_chain_entry') is not null as has_chain \\gset
\\if :has_chain
create temporary table kept_chain on commit drop as table public.disclosure_chain_entry;
\\else
create temporary table kept_chain (position int, disclosure_id uuid, hash text, created_at timestamptz) on commit drop;
\\endif
`;

/** Removes everything that the backup already has from the temporary tables. */
const REMOVE_KNOWN = `
delete from pg_temp.kept_event k using public.event e where e.id = k.id;
delete from pg_temp.kept_disclosure k using public.disclosure d where d.id = k.id;
`;

/** One JSON object per line. PostgreSQL escapes these two characters in JSON, so nothing is quoted. */
export const RAW_LINES = String.raw`(format csv, delimiter E'\x02', quote E'\x01')`;

const SAVE = ['event', 'disclosure']
  .map(
    (table) =>
      `copy (select json_build_object('table', '${table}', 'row', to_jsonb(k)) from pg_temp.kept_${table} k order by at, id)
         to stdout ${RAW_LINES};\n`,
  )
  .join('');

/** Adds actors that the backup lacks as deleted accounts, with their address unless another account now has it. */
const MERGE = `
insert into public.user_account (id, first_name, last_name, email, phone, flags, created_at, updated_at)
  select k.id, k.first_name, k.last_name,
         case when exists (select from public.user_account u where lower(u.email) = lower(k.email))
              then k.id || '@deleted.invalid' else k.email end,
         '', '{DELETED}', now(), now()
    from pg_temp.kept_account k
   where k.id in (select actor_id from pg_temp.kept_event union select actor_id from pg_temp.kept_disclosure)
     and not exists (select from public.user_account u where u.id = k.id);
do $merge$
declare
  name text;
  columns text;
begin
  foreach name in array array['event', 'disclosure'] loop
    select string_agg(quote_ident(k.attname), ', ') into columns
      from pg_attribute k join pg_attribute r on r.attname = k.attname
     where k.attrelid = to_regclass('pg_temp.kept_' || name) and r.attrelid = to_regclass('public.' || name)
       and k.attnum > 0 and not k.attisdropped and not r.attisdropped;
    execute format('insert into public.%I (%s) select %s from pg_temp.%I', name, columns, columns, 'kept_' || name);
  end loop;
end
$merge$;
select to_regclass('public.disclosure_chain_entry') is not null as has_chain \\gset
\\if :has_chain
insert into public.disclosure_chain_entry (position, disclosure_id, hash, created_at)
  select k.position, k.disclosure_id, k.hash, k.created_at
    from pg_temp.kept_chain k
   where k.position > (select coalesce(max(e.position), 0) from public.disclosure_chain_entry e)
     and not exists (select from public.disclosure_chain_entry e
                      where not exists (select from pg_temp.kept_chain o where (o.position, o.hash) = (e.position, e.hash)));
\\endif
`;

/** Students purged after the backup whose data is back. Uses jsonb, because the columns depend on the version. */
const PURGED = `
copy (select distinct json_build_object('purged', json_build_object('year', y.year, 'designation', d.id, 'student', s.id))::text
        from pg_temp.kept_event e
        join public.academic_year y on y.id = e.subject_id
        join public.designation d on d.academic_year_id = y.id
        join public.student s on s.designation_id = d.id
       where e.kind = 'academicYear.studentsPurged'
         and exists (select from jsonb_each_text(to_jsonb(s) - array['id', 'designation_id', 'position', 'twin', 'address_id',
                                                                     'address_status', 'created_at', 'updated_at']) field
                      where field.value <> '')
       order by 1) to stdout ${RAW_LINES};
`;

/** Counts other texts of these years that a purge removes. Backups of earlier versions don't have the tables. */
const PURGED_TEXTS = `
select to_regclass('public.designation_message') is not null
   and to_regclass('public.returned_contents') is not null as has_texts \\gset
\\if :has_texts
copy (select json_build_object('texts', json_build_object(
               'year', y.year,
               'messages', sum((select count(*) from public.designation_message m where m.designation_id = d.id)),
               'internalNotes', 0,
               'notes', count(*) filter (where to_jsonb(d) ->> 'note' <> ''),
               'versions', sum((select count(*) from public.returned_contents r where r.designation_id = d.id))))::text
        from public.academic_year y
        join public.designation d on d.academic_year_id = y.id
       where y.id in (select subject_id from pg_temp.kept_event where kind = 'academicYear.studentsPurged')
       group by y.year order by y.year) to stdout ${RAW_LINES};
\\endif
select to_regclass('public.internal_note') is not null as has_internal_notes \\gset
\\if :has_internal_notes
copy (select json_build_object('texts', json_build_object(
               'year', y.year, 'messages', 0, 'internalNotes', count(*), 'notes', 0, 'versions', 0))::text
        from public.internal_note n
        left join public.designation d on d.id = n.designation_id
        join lateral (select min(p.year) as year from public.academic_year p
                       where p.id in (select subject_id from pg_temp.kept_event where kind = 'academicYear.studentsPurged')
                         and (p.id = d.academic_year_id
                              or d.id is null and n.created_at < make_date(p.year + 1, 1, 1))) y on y.year is not null
       group by y.year order by y.year) to stdout ${RAW_LINES};
\\endif
`;

/**
 * Returns the SQL to run after the restore. Its event is written from JSON, because an older backup's log lacks columns,
 * and is on the timeline of the active year, or else the latest.
 */
export function applyLog(log: NewerLog, { backupOf, osUser, host }: RestoreEvent): string {
  const count = (table: string, isCounted: boolean) =>
    log.exists && isCounted ? `(select count(*) from pg_temp.kept_${table})` : '0';
  const counts = (isCounted: boolean) => `${count('event', isCounted)}, ${count('disclosure', isCounted)}`;
  return [
    ...(log.exists ? [REMOVE_KNOWN, PURGED, PURGED_TEXTS] : []),
    ...(log.exists && log.isSaved ? [SAVE] : []),
    ...(log.exists && log.isMerged ? [MERGE] : []),
    `insert into public.event
       select (jsonb_populate_record(null::public.event, jsonb_build_object(
         'id', gen_random_uuid(), 'at', now(), 'channel', 'CLI', 'kind', 'database.restored',
         'os_user', ${literal(osUser)}, 'host', ${literal(host)}, 'subject_type', 'ACADEMIC_YEAR',
         'subject_id', coalesce((select id from public.academic_year order by status = 'ACTIVE' desc, year desc limit 1),
                                '00000000-0000-0000-0000-000000000000'),
         'changes', jsonb_build_object('backupOf', ${literal(backupOf)},
                                       'keptEvents', ${count('event', log.isMerged)},
                                       'keptDisclosures', ${count('disclosure', log.isMerged)})))).*;\n`,
    `copy (select json_build_object('newer', json_build_array(${counts(true)}))) to stdout ${RAW_LINES};\n`,
  ].join('');
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'::text`;
}
