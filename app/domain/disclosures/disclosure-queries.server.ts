import { type Ctx, recordedOsAccount } from '#app/domain/ctx.server.ts';
import { HAS_PERSONAL_DATA } from '#app/domain/retention/retention-queries.server.ts';
import { type Listing, type Page, pageClause } from '#app/domain/listing.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { PERSON_OF_LOG } from '#app/domain/users/user-queries.server.ts';
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
  await ctx.em.execute(
    `with today as (select date_trunc('day', ?::timestamptz at time zone ?) at time zone ? as began),
          shown as (
            select array_agg(id order by id) as ids
              from (select unnest(?::uuid[])
                    except
                    select unnest(student_ids) from disclosure
                     where actor_id = ? and at >= (select began from today) and filter @> ?::jsonb
                       and token_id is not distinct from ?::uuid) fresh (id))
     insert into disclosure (id, at, actor_id, channel, token_id, token_name, os_user, host, purpose, stated_purpose, filter, row_count, student_ids)
     select md5(concat_ws(' ', ?::uuid, ?::jsonb, extract(epoch from began), ids::text, ?::uuid))::uuid,
            ?::timestamptz, ?::uuid, ?, ?::uuid, ?, ?, ?, ?, ?, ?::jsonb, cardinality(ids), ids
       from shown, today where ids is not null
         on conflict (id) do nothing`,
    [
      ...[now, timeZone, timeZone, `{${read.studentIds.join(',')}}`],
      ...[read.actor.id, JSON.stringify(read.filter), tokenId],
      ...[read.actor.id, JSON.stringify(read.filter), tokenId],
      ...[now, read.actor.id, ctx.channel, tokenId, tokenName, osUser, host],
      ...[read.purpose, ctx.statedPurpose ?? null, JSON.stringify(read.filter)],
    ],
  );
}

/** Purpose of a full backup's row. It lists no students because it concerns all that were stored. */
export const BACKUP_PURPOSE = 'database.backup';

/** A backup is recorded shortly before it starts, so it also includes students added in between. */
const BACKUP_BEGINS_WITHIN = '1 minute';

/** Counts the rows of each table, by table name, for any schema version. */
export async function countRowsOfTables({ em }: Ctx): Promise<Record<string, number>> {
  const tables = await em.execute<{ name: string; quoted: string }[]>(
    `select tablename as name, format('%I', tablename) as quoted from pg_tables where schemaname = 'public' order by 1`,
  );
  const counts = tables.map(
    ({ name, quoted }) => `select '${name}' as name, count(*)::int as count from ${quoted}`,
  );
  const rows = await em.execute<{ name: string; count: number }[]>(counts.join(' union all '));
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
export async function findStoredSpans(
  ctx: Pick<Ctx, 'em'>,
  studentId: string,
): Promise<readonly StoredSpan[]> {
  const [row] = await ctx.em.execute<StoredSpan[]>(
    `select s.created_at::text as since,
            case when not (${HAS_PERSONAL_DATA}) then
              (select max(e.at) from event e
                where e.subject_type = 'ACADEMIC_YEAR' and e.subject_id = d.academic_year_id
                  and e.kind = 'academicYear.studentsPurged')::text end as until
       from student s join designation d on d.id = s.designation_id where s.id = ?`,
    [studentId],
  );
  return spansOf(await traceOf(ctx, studentId), row);
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
async function traceOf({ em }: Pick<Ctx, 'em'>, studentId: string): Promise<readonly Trace[]> {
  return em.execute<Trace[]>(
    `with named as (
       select created_at as at, 'named' as what from student where id = ?
       union all
       select at, 'named' from disclosure where student_ids @> array[?::uuid]
       union all
       select at, case when changes -> 'students' -> 'removed' @> to_jsonb(?::text) then 'removed' else 'named' end
         from event
        where changes -> 'students' -> 'added' @> to_jsonb(?::text)
           or changes -> 'students' -> 'removed' @> to_jsonb(?::text)),
     trace as (
       select at, what, null::timestamptz as backup_of from named
       union all
       select e.at, 'removed', null from event e
         join designation d on d.academic_year_id = e.subject_id join student s on s.designation_id = d.id
        where s.id = ? and e.kind = 'academicYear.studentsPurged' and e.at >= s.created_at
       union all
       select at, 'restored', (changes ->> 'backupOf')::timestamptz + interval '1 second' from event
        where kind = 'database.restored' and at >= (select min(at) from named))
     select at::text, what, (select count(*)::int from trace earlier where earlier.at < trace.backup_of) as after
       from trace order by trace.at`,
    [studentId, studentId, studentId, studentId, studentId, studentId],
  );
}

/**
 * Returns when the student was stored. Without a row or a removal, that is until they were last named;
 * with a row, until now or until the purge.
 */
function spansOf(trace: readonly Trace[], row: StoredSpan | undefined): StoredSpan[] {
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
  if (row !== undefined) return [...spans, { since: since ?? last, until: row.until }];
  return since === null ? spans : [...spans, { since, until: named }];
}

/** Returns a student's disclosures, newest first, including full backups during these spans. */
export async function selectDisclosures(
  { em }: Pick<Ctx, 'em'>,
  student: StoredStudent,
  page: Page,
): Promise<Listing<Omit<StudentDisclosure, 'names'>>> {
  const source = disclosuresOf(student);
  const cut = pageClause(page);
  const rows = await em.execute<object[]>(
    `select d.id, d.at, d.channel, d.token_name as "tokenName", d.os_user as "osUser", d.host, d.purpose,
            d.stated_purpose as "statedPurpose", d.filter, d.row_count as "rowCount",
            case when u.id is not null then
              ${PERSON_OF_LOG} end as actor
       from ${source.sql} left join user_account u on u.id = d.actor_id
      order by d.at desc, d.id${cut.sql}`,
    [...source.params, ...cut.params],
  );
  const items = StudentDisclosureSchema.omit({ names: true }).array().parse(rows);
  if (page.limit === undefined) return { items, total: null };
  const [counted] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from ${source.sql}`,
    [...source.params],
  );
  return { items, total: counted?.total ?? 0 };
}

function disclosuresOf(student: StoredStudent): SqlFragment {
  const backups = isBackupDuring(student.spans);
  return {
    sql: `(select * from disclosure where student_ids @> array[?::uuid]
            union all select * from disclosure where ${backups.sql}) d`,
    params: [student.studentId, ...backups.params],
  };
}

/** Returns the condition for full backups made while a student's data was stored. */
export function isBackupDuring(spans: readonly StoredSpan[]): SqlFragment {
  const times = (which: (span: StoredSpan) => string) =>
    `{${spans.map((span) => `"${which(span)}"`).join(',')}}`;
  return {
    sql: `purpose = '${BACKUP_PURPOSE}' and exists (
             select from unnest(?::timestamptz[], ?::timestamptz[]) span (since, until)
              where at >= since - interval '${BACKUP_BEGINS_WITHIN}' and at <= until)`,
    params: [times(({ since }) => since), times(({ until }) => until ?? 'infinity')],
  };
}

/** How many students' data someone obtained within an hour, counted each time. */
export interface HourOfReading {
  readonly userId: string;
  readonly students: number;
  /** The most in an hour of the time before; 0 if there was none. */
  readonly usual: number;
}

export interface ReadingPeriod {
  /** The start of the hour. */
  readonly since: Date;
  /** The start of the time to compare with. */
  readonly comparedSince: Date;
}

/** Returns the people who obtained at least `least` students' data in the hour from `since`. */
export async function readBusyHours(
  { em }: Pick<Ctx, 'em'>,
  { since, comparedSince }: ReadingPeriod,
  least: number,
): Promise<HourOfReading[]> {
  return em.execute<HourOfReading[]>(
    `with busy as (
       select actor_id, sum(row_count)::int as students from disclosure
        where at >= ? and actor_id is not null group by actor_id having sum(row_count) >= ?)
     select b.actor_id as "userId", b.students,
            coalesce((select max(earlier.students) from (
              select sum(d.row_count)::int as students from disclosure d
               where d.actor_id = b.actor_id and d.at >= ? and d.at < ?
               group by date_trunc('hour', d.at)) earlier), 0) as usual
       from busy b order by b.students desc, b.actor_id`,
    [since, least, comparedSince, since],
  );
}
