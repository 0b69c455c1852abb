import { type Ctx, recordedOsAccount } from '#app/domain/ctx.server.ts';
import { HAS_PERSONAL_DATA } from '#app/domain/retention/retention-queries.server.ts';
import { type Listing, type Page, pageClause } from '#app/domain/listing.ts';
import { LOGGED_PERSON } from '#app/domain/users/user-queries.server.ts';
import { rawSql, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryCount, queryFirst } from '#app/domain/sql-queries.server.ts';
import { type UserActor, usedToken } from '#app/policy/actor.ts';
import { type StudentDisclosure, StudentDisclosureSchema } from '#app/schemas/student-disclosure.ts';

export interface NewDisclosure {
  /** The purpose, like 'designation.read' or 'designations.download'. */
  readonly purpose: string;
  readonly filter: Readonly<Record<string, unknown>>;
  readonly studentIds: readonly string[];
}

/** A disclosure of a designation's students to its school's staff. */
export interface StaffRead extends NewDisclosure {
  readonly actor: UserActor;
  readonly filter: { readonly designationId: string };
}

/**
 * Records a disclosure of those students of the designation that this person hasn't been shown today.
 * The row's id is derived from its content, so that concurrent requests record it only once.
 */
export async function insertStaffRead(ctx: Ctx, read: StaffRead): Promise<void> {
  const { timeZone } = ctx.settings;
  const now = ctx.now();
  const { tokenId, tokenName } = usedToken(read.actor);
  const { osUser, host } = recordedOsAccount(ctx);
  await query(ctx)`
     with today as (select date_trunc('day', ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone} as began),
          shown as (
            select array_agg(id order by id) as ids
              from (select unnest(${`{${read.studentIds.join(',')}}`}::uuid[])
                    except
                    select unnest(student_ids) from disclosure
                     where actor_id = ${read.actor.id} and at >= (select began from today) and filter @> ${JSON.stringify(read.filter)}::jsonb
                       and token_id is not distinct from ${tokenId}::uuid) fresh (id))
     insert into disclosure (id, at, actor_id, channel, token_id, token_name, os_user, host, purpose, stated_purpose, filter, row_count, student_ids)
     select md5(concat_ws(' ', ${read.actor.id}::uuid, ${JSON.stringify(read.filter)}::jsonb, extract(epoch from began), ids::text, ${tokenId}::uuid))::uuid,
            ${now}::timestamptz, ${read.actor.id}::uuid, ${ctx.channel}, ${tokenId}::uuid, ${tokenName}, ${osUser}, ${host}, ${read.purpose}, ${ctx.statedPurpose ?? null}, ${JSON.stringify(read.filter)}::jsonb, cardinality(ids), ids
       from shown, today where ids is not null
         on conflict (id) do nothing`;
}

/** Purpose of a full backup's row. It lists no students because it concerns all that were stored. */
export const BACKUP_PURPOSE = 'database.backup';

/** A backup is recorded shortly before it starts, so it also includes students added in between. */
const BACKUP_BEGINS_WITHIN = '1 minute';

/** Counts the rows of each table, by table name, for any schema version. */
export async function countRowsOfTables(ctx: Connection): Promise<Record<string, number>> {
  const tables = await query<{ name: string; quoted: string }>(ctx)`
     select tablename as name, format('%I', tablename) as quoted from pg_tables where schemaname = 'public' order by 1`;
  const counts = tables.map(
    ({ name, quoted }) => `select '${name}' as name, count(*)::int as count from ${quoted}`,
  );
  const rows = await query<{ name: string; count: number }>(ctx)`${rawSql(counts.join(' union all '))}`;
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** When a student's data was stored, as PostgreSQL timestamp text; `until` is null if it still is. */
interface StoredSpan {
  readonly since: string;
  readonly until: string | null;
}

/** A student and when the data was stored. */
export interface StoredStudent {
  readonly studentId: string;
  readonly spans: readonly StoredSpan[];
}

/** Finds when a student's data was stored, from the student's row and the log; empty if neither has them. */
export async function findStoredSpans(ctx: Connection, studentId: string): Promise<readonly StoredSpan[]> {
  const row = await queryFirst<StoredSpan>(ctx)`
     select s.created_at::text as since,
            case when not (${HAS_PERSONAL_DATA}) then
              (select max(e.at) from event e
                where e.subject_type = 'ACADEMIC_YEAR' and e.subject_id = d.academic_year_id
                  and e.kind = 'academicYear.studentsPurged')::text end as until
       from student s join designation d on d.id = s.designation_id where s.id = ${studentId}`;
  return spansOf(await readTraces(ctx, studentId), row);
}

/** A log entry about a student, in log order. An existing student's row counts as the first entry. */
interface Trace {
  readonly at: string;
  readonly what: 'named' | 'removed' | 'restored';
  /** Number of entries at least as new as the restored backup; 0 for other entries. */
  readonly after: number;
}

/**
 * Reads when a student was stored: replacing a list names its students, a purge empties them, and a restore
 * reverts entries newer than its backup, whose time is in whole seconds.
 */
async function readTraces(ctx: Connection, studentId: string): Promise<readonly Trace[]> {
  return query<Trace>(ctx)`
     with named as (
       select created_at as at, 'named' as what from student where id = ${studentId}
       union all
       select at, 'named' from disclosure where student_ids @> array[${studentId}::uuid]
       union all
       select at, case when changes -> 'students' -> 'removed' @> to_jsonb(${studentId}::text) then 'removed' else 'named' end
         from event
        where changes -> 'students' -> 'added' @> to_jsonb(${studentId}::text)
           or changes -> 'students' -> 'removed' @> to_jsonb(${studentId}::text)),
     trace as (
       select at, what, null::timestamptz as backup_of from named
       union all
       select e.at, 'removed', null from event e
         join designation d on d.academic_year_id = e.subject_id join student s on s.designation_id = d.id
        where s.id = ${studentId} and e.kind = 'academicYear.studentsPurged' and e.at >= s.created_at
       union all
       select at, 'restored', (changes ->> 'backupOf')::timestamptz + interval '1 second' from event
        where kind = 'database.restored' and at >= (select min(at) from named))
     select at::text, what, (select count(*)::int from trace earlier where earlier.at < trace.backup_of) as after
       from trace order by trace.at`;
}

/**
 * Returns when the student was stored. Without a row or a removal, that is until they were last named;
 * with a row, until now or until the purge.
 */
function spansOf(trace: readonly Trace[], row: StoredSpan | null): StoredSpan[] {
  const spans: StoredSpan[] = [];
  /** Since when the student has been stored, after each entry; null while not stored. */
  const present: (string | null)[] = [];
  let since: string | null = null;
  let named = '';
  let last = '';
  for (const { at, what, after } of trace) {
    const isThere = what === 'named' || (what === 'restored' && (present[after - 1] ?? null) !== null);
    if (!isThere && since !== null) spans.push({ since, until: at });
    since = isThere ? (since ?? at) : null;
    if (isThere) named = at;
    last = at;
    present.push(since);
  }
  if (row !== null) return [...spans, { since: since ?? last, until: row.until }];
  return since === null ? spans : [...spans, { since, until: named }];
}

/** Returns a student's disclosures, newest first, including full backups during these spans. */
export async function selectDisclosures(
  ctx: Connection,
  student: StoredStudent,
  page: Page,
): Promise<Listing<Omit<StudentDisclosure, 'names'>>> {
  const source = disclosuresOf(student);
  const rows = await query<object>(ctx)`
     select d.id, d.at, d.channel, d.token_name as "tokenName", d.os_user as "osUser", d.host, d.purpose,
            d.stated_purpose as "statedPurpose", d.filter, d.row_count as "rowCount",
            case when u.id is not null then
              ${LOGGED_PERSON} end as actor
       from ${source} left join user_account u on u.id = d.actor_id
      order by d.at desc, d.id${pageClause(page)}`;
  const items = StudentDisclosureSchema.omit({ names: true }).array().parse(rows);
  return { items, total: page.limit === undefined ? null : await queryCount(ctx)`${source}` };
}

function disclosuresOf(student: StoredStudent): SqlFragment {
  return sql`(select * from disclosure where student_ids @> array[${student.studentId}::uuid]
            union all select * from disclosure where ${isBackupDuring(student.spans)}) d`;
}

/** Returns the condition for full backups made while a student's data was stored. */
export function isBackupDuring(spans: readonly StoredSpan[]): SqlFragment {
  const times = (which: (span: StoredSpan) => string) =>
    `{${spans.map((span) => `"${which(span)}"`).join(',')}}`;
  const [begins, ends] = [times(({ since }) => since), times(({ until }) => until ?? 'infinity')];
  return sql`purpose = ${BACKUP_PURPOSE} and exists (
             select from unnest(${begins}::timestamptz[], ${ends}::timestamptz[]) span (since, until)
              where at >= since - ${BACKUP_BEGINS_WITHIN}::interval and at <= until)`;
}

/** How many students' data someone obtained within an hour, counted each time. */
export interface HourOfAccess {
  readonly userId: string;
  readonly students: number;
  /** The most in an hour of the time before; 0 if there was none. */
  readonly usual: number;
}

export interface AccessPeriod {
  /** The start of the hour. */
  readonly since: Date;
  /** The start of the time to compare with. */
  readonly comparedSince: Date;
}

/** Purpose of a list's import, whose students' data whoever imports it already had. */
export const IMPORT_PURPOSE = 'designations.import';

/** Returns the people who obtained at least `least` students' data in the hour from `since`. Imports don't count. */
export async function readBusyHours(
  ctx: Connection,
  { since, comparedSince }: AccessPeriod,
  least: number,
): Promise<HourOfAccess[]> {
  return query<HourOfAccess>(ctx)`
     with busy as (
       select actor_id, sum(row_count)::int as students from disclosure
        where at >= ${since} and actor_id is not null and purpose <> ${IMPORT_PURPOSE}
        group by actor_id having sum(row_count) >= ${least})
     select b.actor_id as "userId", b.students,
            coalesce((select max(earlier.students) from (
              select sum(d.row_count)::int as students from disclosure d
               where d.actor_id = b.actor_id and d.at >= ${comparedSince} and d.at < ${since} and d.purpose <> ${IMPORT_PURPOSE}
               group by date_trunc('hour', d.at)) earlier), 0) as usual
       from busy b order by b.students desc, b.actor_id`;
}
