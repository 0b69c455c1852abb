import { rawSql, snakeCase, sql } from '#app/domain/sql-fragment.ts';
import { type Connection, query, queryFirst, queryOne } from '#app/domain/sql-queries.server.ts';
import type { EntityDTO } from '@mikro-orm/postgresql';
import { ofEachField } from '#app/schemas/field-tables.ts';
import { YEAR_DATE_NAMES, YEAR_DATES, type YearDateName } from '#app/schemas/year-fields.ts';
import type { AcademicYear } from '#db/entities/academic-year.ts';
import type { Event } from '#db/entities/event.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import type { UserAccount } from '#db/entities/user-account.ts';

type YearDates = Pick<AcademicYear, YearDateName>;

/**
 * Returns a year's dates moved to another year in an IANA time zone. Midnight stays midnight, and February 29
 * becomes February 28. Dates after 2999, the latest that Laurel accepts, become null.
 */
export async function shiftYearDates(
  ctx: Connection,
  { fromId, year, timeZone }: { fromId: string; year: number; timeZone: string },
): Promise<YearDates> {
  const shifted = YEAR_DATE_NAMES.map(
    (name) =>
      `(select moved from (select ((f.${snakeCase(name)} at time zone t.zone) + make_interval(years => t.year - f.year))
                                at time zone t.zone as moved) m
       where moved < timestamptz '3000-01-01T00:00:00Z') as "${name}"`,
  );
  const row = await queryFirst<Record<YearDateName, string | null>>(ctx)`
     select ${rawSql(shifted.join(', '))}
       from academic_year f cross join (select ${timeZone}::text as zone, ${year}::int as year) t
      where f.id = ${fromId}`;
  return ofEachField(YEAR_DATES, (_, name) => {
    const instant = row?.[name];
    return typeof instant === 'string' ? new Date(instant) : null;
  });
}

export interface RolloverCounts {
  readonly started: number;
  readonly pending: number;
  readonly returned: number;
  readonly withoutStaff: number;
  readonly bounced: number;
}

/** Counts the year's undecided designations, schools without staff, and accounts with bounced addresses. */
export function countRolloverChecks(ctx: Connection, yearId: string | null): Promise<RolloverCounts> {
  return queryOne<RolloverCounts>(ctx)`
     select count(*) filter (where d.status = 'STARTED')::int as started,
            count(*) filter (where d.status = 'PENDING')::int as pending,
            count(*) filter (where d.status = 'RETURNED')::int as returned,
            (select count(*)::int from (${WITHOUT_STAFF}) w) as "withoutStaff",
            (select count(*)::int from (${BOUNCED}) b) as bounced
       from designation d where d.academic_year_id = ${yearId}`;
}

/** Returns the first ACTIVE schools, by name, that have no staff and no invites. */
export function listSchoolsWithoutStaff(
  ctx: Connection,
  limit: number,
): Promise<Pick<HighSchool, 'id' | 'name'>[]> {
  return query<Pick<HighSchool, 'id' | 'name'>>(
    ctx,
  )`${WITHOUT_STAFF} order by hs.name collate "und-x-icu", hs.id limit ${limit}`;
}

/** Returns the first accounts with bounced addresses, by address. */
export function listBouncedAccounts(
  ctx: Connection,
  limit: number,
): Promise<Pick<UserAccount, 'id' | 'email'>[]> {
  return query<Pick<UserAccount, 'id' | 'email'>>(ctx)`${BOUNCED} order by u.email, u.id limit ${limit}`;
}

const WITHOUT_STAFF = sql`
  select hs.id, hs.name from high_school hs
   where hs.status = 'ACTIVE'
     and not exists (select 1 from high_school_staff s where s.high_school_id = hs.id)
     and not exists (select 1 from high_school_staff_invite si where si.high_school_id = hs.id)`;

const BOUNCED = sql`
  select u.id, u.email from user_account u
   where not u.flags @> array['DELETED']
     and exists (select from bounced_address b where b.address = u.email)`;

/** A year's latest event of certain kinds, with what now belongs to the year. */
export interface LastYearEvent extends Pick<EntityDTO<Event>, 'kind' | 'changes'> {
  readonly hasDesignations: boolean;
  readonly extensions: number;
  readonly reminderRules: number;
}

/** Returns null if the year has no such event. */
export async function findLastYearEvent(
  ctx: Connection,
  { yearId, kinds }: { yearId: string; kinds: readonly string[] },
): Promise<LastYearEvent | null> {
  return queryFirst<LastYearEvent>(ctx)`
     select e.kind, e.changes,
            exists (select 1 from designation d where d.academic_year_id = e.subject_id) as "hasDesignations",
            (select count(*)::int from deadline_extension x where x.academic_year_id = e.subject_id) as extensions,
            (select count(*)::int from reminder_rule r where r.academic_year_id = e.subject_id) as "reminderRules"
       from event e
      where e.subject_type = 'ACADEMIC_YEAR' and e.subject_id = ${yearId} and e.kind in (${kinds})
      order by e.at desc, e.id desc limit 1`;
}
