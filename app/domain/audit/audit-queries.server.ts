import { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { isBackupDuring, type StoredStudent } from '#app/domain/disclosures/disclosure-queries.server.ts';
import { LOGGED_PERSON } from '#app/domain/users/user-queries.server.ts';
import {
  allOf,
  containing,
  containsText,
  isFrom,
  isUntil,
  joined,
  sql,
  type SqlFragment,
} from '#app/domain/sql-fragment.ts';
import { query } from '#app/domain/sql-queries.server.ts';
import type { AuditType } from '#app/schemas/audit-filters.ts';
import { AuditEntrySchema, type AuditFilter } from '#app/schemas/audit.ts';
import { EVENT_SUBJECTS } from '#db/entities/event.ts';

/** An entry as stored: an event with its changes, or a disclosure with its filter. */
const StoredEntrySchema = AuditEntrySchema.omit({ subject: true, change: true, disclosure: true }).extend({
  /** For a disclosure, its designation; null if it has several. */
  subjectType: z.enum(EVENT_SUBJECTS).nullable(),
  subjectId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Number of students disclosed; null for events. */
  students: z.number().nullable(),
  statedPurpose: z.string().nullable(),
});
export type StoredEntry = z.output<typeof StoredEntrySchema>;

export interface AuditCriteria extends Omit<AuditFilter, 'studentId'> {
  readonly student?: StoredStudent | undefined;
}

export interface AuditPage {
  /** Only entries older than this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** The columns of each log by which entries are filtered. */
interface Log {
  readonly type: AuditType;
  readonly kind: SqlFragment;
  readonly columns: SqlFragment;
  readonly from: SqlFragment;
  readonly ofSchools: (schools: SqlFragment) => SqlFragment;
  readonly ofStudent: (student: StoredStudent) => SqlFragment;
  readonly ofSubject: (id: string) => SqlFragment;
}

const LOGS: readonly Log[] = [
  {
    type: 'EVENT',
    kind: sql`l.kind`,
    columns: sql`'EVENT' as type, l.kind, l.subject_type as "subjectType", l.subject_id::text as "subjectId",
              l.changes as details, null::int as students, null::text as "statedPurpose"`,
    from: sql`event l`,
    ofSchools: (schools) => sql`l.subject_type = 'HIGH_SCHOOL' and l.subject_id in (${schools})
         or l.subject_type = 'DESIGNATION' and l.subject_id in (select d.id from designation d where d.high_school_id in (${schools}))
         or l.changes ->> 'highSchoolId' in (select id::text from (${schools}) named)`,
    ofStudent: ({ studentId: id }) => sql`l.changes -> 'students' -> 'added' @> to_jsonb(${id}::text)
         or l.changes -> 'students' -> 'removed' @> to_jsonb(${id}::text)
         or l.changes -> 'students' -> 'changed' @> ${JSON.stringify([{ id }])}::jsonb`,
    ofSubject: (id) => sql`l.subject_id = ${id}`,
  },
  {
    type: 'DISCLOSURE',
    kind: sql`l.purpose`,
    columns: sql`'DISCLOSURE' as type, l.purpose as kind,
              case when l.filter ->> 'designationId' is not null then 'DESIGNATION' end as "subjectType",
              l.filter ->> 'designationId' as "subjectId", l.filter as details, l.row_count as students, l.stated_purpose as "statedPurpose"`,
    from: sql`disclosure l`,
    ofSchools: (schools) => sql`l.filter ->> 'highSchoolId' in (select id::text from (${schools}) named)
         or l.filter ->> 'designationId' in (select d.id::text from designation d where d.high_school_id in (${schools}))
         or l.student_ids && array(select s.id from student s join designation d on d.id = s.designation_id
                                    where d.high_school_id in (${schools}))`,
    ofStudent: ({ studentId, spans }) =>
      sql`l.student_ids @> array[${studentId}::uuid] or ${isBackupDuring(spans)}`,
    ofSubject: (id) => sql`l.filter ->> 'designationId' = ${id}`,
  },
];

/** Returns a page of events and disclosures that match the filter, newest first. */
export async function selectAudit(
  ctx: Pick<Ctx, 'em' | 'settings'>,
  filter: AuditCriteria,
  { before, limit }: AuditPage,
): Promise<StoredEntry[]> {
  const logs = LOGS.filter(({ type }) => filter.type === undefined || filter.type === type).map((log) =>
    newestOf(log, allOf([...conditionsOf(log, filter, ctx.settings.timeZone), ...olderThan(before)]), limit),
  );
  const rows = await query<object>(ctx)`
     select a.id, a.at, a.type, a.kind, a.channel, a.token_name as "tokenName", a.os_user as "osUser", a.host,
            a."subjectType", a."subjectId", a.details, a.students, a."statedPurpose",
            case when u.id is not null then
              ${LOGGED_PERSON} end as actor
       from (${joined(logs, ' union all ')}) a left join user_account u on u.id = a.actor_id
      order by a.at desc, a.id desc limit ${limit}`;
  return StoredEntrySchema.array().parse(rows);
}

function newestOf({ columns, from }: Log, where: SqlFragment, limit: number): SqlFragment {
  return sql`(select l.id, l.at, l.channel, l.token_name, l.os_user, l.host, l.actor_id, ${columns} from ${from}
            where ${where} order by l.at desc, l.id desc limit ${limit})`;
}

function olderThan(before: string | undefined): SqlFragment[] {
  if (before === undefined) return [];
  return [
    sql`(l.at, l.id) < (select c.at, c.id from
    (select at, id from event where id = ${before} union all select at, id from disclosure where id = ${before}) c)`,
  ];
}

function conditionsOf(log: Log, filter: AuditCriteria, timeZone: string): SqlFragment[] {
  const { person, osUser, highSchoolName, highSchoolId, student, subjectId, kind, afterDate, beforeDate } =
    filter;
  const conditions: SqlFragment[] = [];
  if (person !== undefined) {
    const pattern = containing(person);
    conditions.push(sql`l.actor_id in (select u.id from user_account u
                            where u.email ilike ${pattern} or u.first_name || ' ' || u.last_name ilike ${pattern})`);
  }
  if (osUser !== undefined) {
    conditions.push(sql`l.os_user || '@' || l.host ilike ${containing(osUser)}`);
  }
  if (highSchoolName !== undefined) {
    const named = containsText('h.name', highSchoolName);
    conditions.push(log.ofSchools(sql`select h.id from high_school h where ${named}`));
  }
  if (highSchoolId !== undefined) {
    conditions.push(log.ofSchools(sql`select ${highSchoolId}::uuid as id`));
  }
  if (student !== undefined) conditions.push(log.ofStudent(student));
  if (subjectId !== undefined) conditions.push(log.ofSubject(subjectId));
  if (kind !== undefined) conditions.push(sql`${log.kind} = ${kind}`);
  if (afterDate !== undefined) conditions.push(isFrom('l.at', afterDate, timeZone));
  if (beforeDate !== undefined) conditions.push(isUntil('l.at', beforeDate, timeZone));
  return conditions;
}
