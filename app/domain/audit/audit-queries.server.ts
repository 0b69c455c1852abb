import { z } from 'zod';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { isBackupDuring, type StoredStudent } from '#app/domain/disclosures/disclosure-queries.server.ts';
import { PERSON_NAME, PERSON_OF_LOG } from '#app/domain/users/user-queries.server.ts';
import { allOf, containing, isFrom, isUntil, type SqlFragment } from '#app/domain/sql-fragment.ts';
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
  readonly kind: string;
  readonly columns: string;
  readonly from: string;
  readonly ofSchools: (schools: SqlFragment) => SqlFragment;
  readonly ofStudent: (student: StoredStudent) => SqlFragment;
}

const LOGS: readonly Log[] = [
  {
    type: 'EVENT',
    kind: 'l.kind',
    columns: `'EVENT' as type, l.kind, l.subject_type as "subjectType", l.subject_id::text as "subjectId",
              l.changes as details, null::int as students, null::text as "statedPurpose"`,
    from: 'event l',
    ofSchools: ({ sql, params }) => ({
      sql: `l.subject_type = 'HIGH_SCHOOL' and l.subject_id in (${sql})
         or l.subject_type = 'DESIGNATION' and l.subject_id in (select d.id from designation d where d.high_school_id in (${sql}))
         or l.changes ->> 'highSchoolId' in (select id::text from (${sql}) named)`,
      params: [...params, ...params, ...params],
    }),
    ofStudent: ({ studentId: id }) => ({
      sql: `l.changes -> 'students' -> 'added' @> to_jsonb(?::text)
         or l.changes -> 'students' -> 'removed' @> to_jsonb(?::text)
         or l.changes -> 'students' -> 'changed' @> ?::jsonb`,
      params: [id, id, JSON.stringify([{ id }])],
    }),
  },
  {
    type: 'DISCLOSURE',
    kind: 'l.purpose',
    columns: `'DISCLOSURE' as type, l.purpose as kind,
              case when l.filter ->> 'designationId' is not null then 'DESIGNATION' end as "subjectType",
              l.filter ->> 'designationId' as "subjectId", l.filter as details, l.row_count as students, l.stated_purpose as "statedPurpose"`,
    from: 'disclosure l',
    ofSchools: ({ sql, params }) => ({
      sql: `l.filter ->> 'highSchoolId' in (select id::text from (${sql}) named)
         or l.filter ->> 'designationId' in (select d.id::text from designation d where d.high_school_id in (${sql}))
         or l.student_ids && array(select s.id from student s join designation d on d.id = s.designation_id
                                    where d.high_school_id in (${sql}))`,
      params: [...params, ...params, ...params],
    }),
    ofStudent: ({ studentId, spans }) => {
      const backups = isBackupDuring(spans);
      return {
        sql: `l.student_ids @> array[?::uuid] or ${backups.sql}`,
        params: [studentId, ...backups.params],
      };
    },
  },
];

/** Returns a page of events and disclosures that match the filter, newest first. */
export async function selectAudit(
  { em, settings }: Pick<Ctx, 'em' | 'settings'>,
  filter: AuditCriteria,
  { before, limit }: AuditPage,
): Promise<StoredEntry[]> {
  const logs = LOGS.filter(({ type }) => filter.type === undefined || filter.type === type).map((log) =>
    newestOf(log, allOf([...conditionsOf(log, filter, settings.timeZone), ...olderThan(before)]), limit),
  );
  const rows = await em.execute<object[]>(
    `select a.id, a.at, a.type, a.kind, a.channel, a.token_name as "tokenName", a.os_user as "osUser", a.host,
            a."subjectType", a."subjectId", a.details, a.students, a."statedPurpose",
            case when u.id is not null then
              ${PERSON_OF_LOG} end as actor
       from (${logs.map(({ sql }) => `(${sql})`).join(' union all ')}) a left join user_account u on u.id = a.actor_id
      order by a.at desc, a.id desc limit ?`,
    [...logs.flatMap(({ params }) => params), limit],
  );
  return StoredEntrySchema.array().parse(rows);
}

function newestOf({ columns, from }: Log, where: SqlFragment, limit: number): SqlFragment {
  return {
    sql: `select l.id, l.at, l.channel, l.token_name, l.os_user, l.host, l.actor_id, ${columns} from ${from}
           where ${where.sql} order by l.at desc, l.id desc limit ?`,
    params: [...where.params, limit],
  };
}

function olderThan(before: string | undefined): SqlFragment[] {
  if (before === undefined) return [];
  const sql = `(l.at, l.id) < (select c.at, c.id from
    (select at, id from event where id = ? union all select at, id from disclosure where id = ?) c)`;
  return [{ sql, params: [before, before] }];
}

function conditionsOf(log: Log, filter: AuditCriteria, timeZone: string): SqlFragment[] {
  const { person, osUser, highSchoolName, highSchoolId, student, kind, afterDate, beforeDate } = filter;
  const conditions: SqlFragment[] = [];
  if (person !== undefined) {
    const pattern = containing(person);
    conditions.push({
      sql: `l.actor_id in (select u.id from user_account u
                            where u.email ilike ? or u.first_name || ' ' || u.last_name ilike ?)`,
      params: [pattern, pattern],
    });
  }
  if (osUser !== undefined) {
    conditions.push({ sql: "l.os_user || '@' || l.host ilike ?", params: [containing(osUser)] });
  }
  if (highSchoolName !== undefined) {
    const schools = 'select h.id from high_school h where h.name ilike ?';
    conditions.push(log.ofSchools({ sql: schools, params: [containing(highSchoolName)] }));
  }
  if (highSchoolId !== undefined) {
    conditions.push(log.ofSchools({ sql: 'select ?::uuid as id', params: [highSchoolId] }));
  }
  if (student !== undefined) conditions.push(log.ofStudent(student));
  if (kind !== undefined) conditions.push({ sql: `${log.kind} = ?`, params: [kind] });
  if (afterDate !== undefined) conditions.push(isFrom('l.at', afterDate, timeZone));
  if (beforeDate !== undefined) conditions.push(isUntil('l.at', beforeDate, timeZone));
  return conditions;
}

const NamedSubjectSchema = z.object({ type: z.enum(EVENT_SUBJECTS), id: z.string(), name: z.string() });
export type NamedSubject = z.output<typeof NamedSubjectSchema>;

/** Returns the names of these subjects. Deleted ones, and those without a name, are omitted. */
export async function findSubjectNames(
  { em }: Pick<Ctx, 'em'>,
  ids: readonly string[],
): Promise<NamedSubject[]> {
  if (ids.length === 0) return [];
  const rows = await em.execute<object[]>(
    `select 'DESIGNATION' as type, d.id, h.name || ' ' || y.year as name from designation d
       join high_school h on h.id = d.high_school_id join academic_year y on y.id = d.academic_year_id
      where d.id in (?)
      union all select 'HIGH_SCHOOL', h.id, h.name from high_school h where h.id in (?)
      union all select 'USER', u.id, ${PERSON_NAME} from user_account u where u.id in (?)
      union all select 'ACADEMIC_YEAR', y.id, y.year::text from academic_year y where y.id in (?)
      union all select 'EMAIL_TEMPLATE', t.id, t.name from email_template t where t.id in (?)
      union all select 'DELIVERY', e.id, e.template_name from email_delivery e where e.id in (?)
      union all select 'EXPORT_PROFILE', p.id, p.name from export_profile p where p.id in (?)
      union all select 'NOTICE', n.id, n.kind from notice n where n.id in (?)
      union all select 'SETTINGS', s.id, 'Settings' from office_settings s where s.id in (?)`,
    Array.from({ length: 9 }, () => ids),
  );
  return NamedSubjectSchema.array().parse(rows);
}
