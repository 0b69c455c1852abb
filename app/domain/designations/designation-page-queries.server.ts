import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  afterCursor,
  type DesignationOrder,
  designationOrder,
  firstKey,
  fromFirst,
  fromCursor,
  orderedTables,
} from './designation-order.ts';
import { hasAcceptedTerms } from '#app/domain/settings/terms.ts';
import { toIso, toIsoOrNull } from '#app/domain/instants.ts';
import { type Page, pageClause } from '#app/domain/listing.ts';
import { allOf, joined, rawSql, snakeCase, sql, type SqlFragment } from '#app/domain/sql-fragment.ts';
import { query } from '#app/domain/sql-queries.server.ts';
import { can } from '#app/policy/authorize.ts';
import { type DesignationSort, METHOD_NAMES, type MethodField } from '#app/schemas/designation-fields.ts';
import { DESIGNATION_WARNINGS, type DesignationWarning } from '#app/schemas/designation-warnings.ts';
import type { DesignationListItem } from '#app/schemas/designation.ts';
import type { AcademicYear } from '#db/entities/academic-year.ts';
import type { Designation } from '#db/entities/designation.ts';
import type { HighSchool } from '#db/entities/high-school.ts';
import type { UserAccount } from '#db/entities/user-account.ts';
import type { StoredFields } from '#db/stored-fields.ts';

export interface CursorPage extends Page {
  /** Only rows after this cursor. */
  readonly after?: readonly string[] | undefined;
}

/** The tables of all designation reads, with the aliases that columns and filters use. */
export const DESIGNATION_TABLES = sql`designation d
  join high_school h on h.id = d.high_school_id
  join academic_year y on y.id = d.academic_year_id
  join user_account u on u.id = d.submitted_by_id`;

const METHOD_COLUMNS = METHOD_NAMES.map((name) => rawSql(`d.${snakeCase(name)} as "${name}"`));

const DESIGNATION_COLUMNS = sql`d.id, ${joined(METHOD_COLUMNS)}, d.status,
  d.created_at as "createdAt", d.updated_at as "updatedAt", d.high_school_id as "highSchoolId", h.name as "highSchoolName",
  d.academic_year_id as "academicYearId", y.year, d.submitted_by_id as "submittedById",
  u.first_name as "submittedByFirstName", u.last_name as "submittedByLastName", d.downloaded_at as "downloadedAt",
  d.accepted_terms_at as "acceptedTermsAt", d.accepted_terms_version as "acceptedTermsVersion", d.reasons, d.note, d.version,
  d.status = 'PENDING' and exists (select from returned_contents r where r.designation_id = d.id) as "isResubmitted",
  array(select w.kind from designation_warning w where w.designation_id = d.id) as warnings`;

type Reader = Pick<Ctx, 'em' | 'actor' | 'settings'>;

/** Typed from the entities, because parsing each row would take a measurable part of a list's time. */
interface ListItemRow
  extends
    StoredFields<Designation, 'id' | MethodField | 'status' | 'reasons' | 'note'>,
    StoredFields<Designation, 'createdAt' | 'updatedAt' | 'downloadedAt'>,
    StoredFields<Designation, 'acceptedTermsAt' | 'acceptedTermsVersion'>,
    StoredFields<AcademicYear, 'year'> {
  readonly highSchoolId: HighSchool['id'];
  readonly highSchoolName: HighSchool['name'];
  readonly academicYearId: AcademicYear['id'];
  readonly submittedById: UserAccount['id'];
  readonly submittedByFirstName: UserAccount['firstName'];
  readonly submittedByLastName: UserAccount['lastName'];
  readonly warnings: readonly DesignationWarning[];
}

/** Returns designations (`d`) in an order, all or one page. A page reads about as many rows as it returns. */
export async function readDesignations(
  ctx: Reader,
  where: SqlFragment,
  order: DesignationOrder,
  page: CursorPage,
): Promise<DesignationListItem[]> {
  const rows = await query<ListItemRow>(ctx)`${designationRowsSql(where, order, page)}`;
  return rows.map((row) => itemOf(ctx, row));
}

/** Rows per fetch. */
const BATCH_SIZE = 500;

/**
 * Streams all designations (`d`) of the condition in batches from one cursor, and so from one snapshot.
 * Holds a connection until the caller has finished reading.
 */
export async function* readDesignationsInBatches(
  ctx: Reader,
  where: SqlFragment,
  order: DesignationOrder,
  page: CursorPage = {},
): AsyncGenerator<readonly DesignationListItem[], void> {
  const em = ctx.em.fork();
  await em.begin();
  try {
    await query({ em })`declare streamed_rows no scroll cursor for ${designationRowsSql(where, order, page)}`;
    for (;;) {
      const rows = await query<ListItemRow>({ em })`fetch forward ${BATCH_SIZE} from streamed_rows`;
      if (rows.length > 0) yield rows.map((row) => itemOf(ctx, row));
      if (rows.length < BATCH_SIZE) return;
    }
  } finally {
    await em.rollback();
  }
}

/** Staff don't see warnings, because some are about other schools' students. Each field is named: rest properties are slow. */
function itemOf({ actor, settings: { terms } }: Reader, row: ListItemRow): DesignationListItem {
  return {
    id: row.id,
    classSize: row.classSize,
    criteria: row.criteria,
    criteriaComment: row.criteriaComment,
    status: row.status,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    highSchoolId: row.highSchoolId,
    highSchool: { id: row.highSchoolId, name: row.highSchoolName },
    academicYear: { id: row.academicYearId, year: row.year },
    submittedBy: {
      id: row.submittedById,
      firstName: row.submittedByFirstName,
      lastName: row.submittedByLastName,
    },
    downloadedAt: toIsoOrNull(row.downloadedAt),
    acceptedTermsAndConditions: hasAcceptedTerms(row, terms.version),
    reasons: row.reasons,
    note: row.note,
    ...(can(actor, 'designation.readWarnings')
      ? { warnings: DESIGNATION_WARNINGS.filter((kind) => row.warnings.includes(kind)) }
      : {}),
  };
}

/** Returns SQL for designations (`d`) in an order, all or one page. A page reads few rows besides its own. */
export function designationRowsSql(
  where: SqlFragment,
  order: DesignationOrder,
  page: CursorPage,
): SqlFragment {
  const { after, limit, offset = 0 } = page;
  if (limit !== undefined && after === undefined && (offset > 0 || order.sort === 'year')) {
    return pageAt(where, order, offset, limit);
  }
  if (order.sort === 'year' && limit !== undefined && after !== undefined) {
    const years = fromCursor(order, after, 0);
    const inYear = allOf([where, afterCursor(order, after), fromSchool(order, after)]);
    return yearByYear(where, order, { years, inYear, limit, passed: sql`${offset}::int` });
  }
  const isByName = order.sort === undefined || order.sort === 'highSchool';
  const matching = allOf([
    where,
    ...(after === undefined ? [] : [afterCursor(order, after)]),
    ...(after === undefined || !isByName ? [] : [fromCursor(order, after, 0)]),
  ]);
  return sql`select ${DESIGNATION_COLUMNS} from ${DESIGNATION_TABLES} where ${matching}
      order by ${designationOrder(order)}${pageClause(page)}`;
}

/**
 * Skips whole schools or years by their counts, using only an index, if there are many rows to skip;
 * otherwise skips row by row.
 */
function pageAt(where: SqlFragment, order: DesignationOrder, offset: number, limit: number): SqlFragment {
  const group = GROUPS[order.sort ?? 'highSchool'];
  const start =
    group === undefined || offset < PASSED_SINGLY_MAX ? null : startAt(where, order, group, offset);
  const from = start === null ? allOf([]) : fromFirst(order, sql`(select value from start)`);
  const passed = start === null ? sql`${offset}::int` : sql`(select rest from start)`;
  const page =
    order.sort === 'year'
      ? yearByYear(where, order, { years: from, inYear: where, limit, passed })
      : pageOfIds(allOf([where, from]), order, { limit, passed });
  if (start === null) return page;
  return sql`with ${start} ${page}`;
}

/** Offset above which counting all schools' or years' designations is faster than skipping rows. */
const PASSED_SINGLY_MAX = 5000;

interface Group {
  readonly column: SqlFragment;
  readonly table: SqlFragment;
  readonly id: SqlFragment;
}

/** Sorts whose first key is in another table: many designations share it, and no index covers both tables. */
const GROUPS: Partial<Record<DesignationSort, Group>> = {
  highSchool: { column: sql`high_school_id`, table: sql`high_school h`, id: sql`h.id` },
  year: { column: sql`academic_year_id`, table: sql`academic_year y`, id: sql`y.id` },
};

/**
 * Returns the CTE `start`: the first key's value at an offset, and the number of such rows to skip. `grouped` counts
 * by school or year in the list's order, so that PostgreSQL stops at the offset instead of sorting all first.
 */
function startAt(
  where: SqlFragment,
  order: DesignationOrder,
  { column, table, id }: Group,
  offset: number,
): SqlFragment {
  const { value, isRising } = firstKey(order);
  const direction = isRising ? sql`asc` : sql`desc`;
  return sql`grouped as (
        select ${value} as value, sum(counted.designations) as designations,
               sum(sum(counted.designations)) over (order by ${value} ${direction}) as upto
          from ${table}
         cross join lateral (
           select count(*) as designations from designation d where d.${column} = ${id} and ${where}) counted
         group by ${value} order by ${value} ${direction}),
      start as materialized (
        select value, (${offset} - upto + designations)::int as rest from grouped
         where upto > ${offset} order by value ${direction} limit 1)`;
}

interface Passing {
  readonly limit: number;
  /** SQL for the number of rows to skip. */
  readonly passed: SqlFragment;
}

/** Skips rows using the order's index if possible, and reads only the page's rows in full. */
function pageOfIds(where: SqlFragment, order: DesignationOrder, { limit, passed }: Passing): SqlFragment {
  return sql`select ${DESIGNATION_COLUMNS}
       from ${DESIGNATION_TABLES}
       join (select d.id from ${orderedTables(order)} where ${where}
              order by ${designationOrder(order)} limit ${limit} offset ${passed}) page on page.id = d.id
      order by ${designationOrder(order)}`;
}

/**
 * Reads each year school by school, only as far as the page needs, because no index covers both a year's
 * designations and their schools' names. Skips years without matches.
 */
function yearByYear(
  where: SqlFragment,
  order: DesignationOrder,
  { years, inYear, limit, passed }: Passing & { readonly years: SqlFragment; readonly inYear: SqlFragment },
): SqlFragment {
  return sql`select ${DESIGNATION_COLUMNS}
       from (select y.id, y.year from academic_year y
              where ${years}
                and (select true from designation d where d.academic_year_id = y.id and ${where}
                      order by ${dateOf(where)} limit 1)
              order by ${designationOrder(order, 1)}) y
      cross join lateral (
        select d.* from designation d join high_school h on h.id = d.high_school_id
         where d.academic_year_id = y.id and ${inYear}
         order by ${designationOrder(order)} limit ${limit}::int + ${passed}) d
       join high_school h on h.id = d.high_school_id
       join user_account u on u.id = d.submitted_by_id
      order by ${designationOrder(order)} limit ${limit} offset ${passed}`;
}

/** Returns the date column whose index finds a year's matches fastest. */
function dateOf(where: SqlFragment): SqlFragment {
  return where.sql.includes('d.downloaded_at') ? sql`d.downloaded_at` : sql`d.updated_at`;
}

/** Returns a condition that, in the cursor's year, excludes schools before the cursor. */
function fromSchool(order: DesignationOrder, cursor: readonly string[]): SqlFragment {
  const school = fromCursor(order, cursor, 1);
  return sql`-y.year <> ${cursor[0]} or ${school}`;
}
