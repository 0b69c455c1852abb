import type { EntityDTO } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { pageClause } from '#app/domain/listing.ts';
import {
  allOf,
  containsPhone,
  containsText,
  isAnyOf,
  rawSql,
  snakeCase,
  type SqlFragment,
} from '#app/domain/sql-fragment.ts';
import { query, queryCount } from '#app/domain/sql-queries.server.ts';
import { Forbidden } from '#app/lib/domain-errors.ts';
import { presentFields } from '#app/lib/records.ts';
import { type Actor, isAdmin } from '#app/policy/actor.ts';
import { can } from '#app/policy/authorize.ts';
import type { HighSchoolFilter, HighSchoolListQuery } from '#app/schemas/high-school.ts';
import {
  HIGH_SCHOOL_FIELD_LIST,
  HIGH_SCHOOL_REMARKS,
  type HighSchoolFilterName,
  type HighSchoolSort,
} from '#app/schemas/high-school-fields.ts';
import type { Direction } from '#app/schemas/listing.ts';
import { type HighSchool, HighSchoolEntity } from '#db/entities/high-school.ts';
import type { ActivityStatus } from '#app/schemas/enums.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { plainRows } from '#db/plain-rows.ts';

/** The SQL of each sort under `desc`, the default, and its reverse `asc`. Schools without a fax come last. */
const ORDERS: Record<HighSchoolSort, Record<Direction, string>> = {
  name: {
    desc: 'hs.name collate "und-x-icu" asc, hs.id asc',
    asc: 'hs.name collate "und-x-icu" desc, hs.id desc',
  },
  designationCount: {
    desc: '"designationCount" desc, hs.id asc',
    asc: '"designationCount" asc, hs.id desc',
  },
  phone: { desc: 'hs.phone asc, hs.id asc', asc: 'hs.phone desc, hs.id desc' },
  fax: { desc: 'hs.fax asc nulls last, hs.id asc', asc: 'hs.fax desc nulls first, hs.id desc' },
};

/** A list's query; `isOwnOnly` limits it to schools where the actor is on the staff. */
export type HighSchoolListing = HighSchoolListQuery & { readonly isOwnOnly?: boolean };

interface DesignationCount {
  /** Number of its approved designations in all years (specification, section 9). */
  readonly designationCount: number;
}

/** Returns a page of the matching schools that the actor may see, in the query's order. */
export async function readHighSchools(
  ctx: Ctx,
  listing: HighSchoolListing,
): Promise<(EntityDTO<HighSchool> & DesignationCount)[]> {
  const { sort = 'name', direction = 'desc' } = listing;
  const rows = await query<object>(ctx)`
     select hs.*, (select count(*)::int from designation d
                    where d.high_school_id = hs.id and d.status = 'APPROVED') as "designationCount"
       from high_school hs where ${listedWhere(ctx, listing)}
      order by ${rawSql(ORDERS[sort][direction])}${pageClause(listing)}`;
  return plainRows<HighSchool, DesignationCount>(ctx.em, HighSchoolEntity, rows);
}

/** Counts what `readHighSchools` returns on all pages. */
export function countHighSchools(ctx: Ctx, listing: HighSchoolListing): Promise<number> {
  return queryCount(ctx)`high_school hs where ${listedWhere(ctx, listing)}`;
}

/** Counts what `readHighSchools` returns on all pages by status. Omits statuses without any. */
export async function countHighSchoolsByStatus(
  ctx: Ctx,
  listing: HighSchoolListing,
): Promise<Partial<Record<ActivityStatus, number>>> {
  const where = listedWhere(ctx, listing);
  const rows = await query<{ status: ActivityStatus; total: number }>(ctx)`
     select hs.status, count(*)::int as total from high_school hs where ${where} group by hs.status`;
  return Object.fromEntries(rows.map(({ status, total }) => [status, total]));
}

function listedWhere({ actor }: Ctx, { isOwnOnly = false, ...filter }: HighSchoolListing): SqlFragment {
  const mayKnow = highSchoolsWhere(actor, filter);
  return isOwnOnly ? allOf([ownSchools(actor), mayKnow]) : mayKnow;
}

/** A school to choose; the town distinguishes schools with the same name. */
export interface FoundSchool extends Pick<HighSchool, 'id' | 'name' | 'status'> {
  readonly city: HighSchool['address']['city'];
}

/** Finds the first schools that the actor may see by part of their name: exact matches, then A to Z. */
export async function readSchoolsByName(ctx: Ctx, name: string, limit: number): Promise<FoundSchool[]> {
  const where = highSchoolsWhere(ctx.actor, { name });
  return query<FoundSchool>(ctx)`
     select hs.id, hs.name, hs.status, hs.address_city as city from high_school hs where ${where}
      order by lower(hs.name) <> lower(${name}), hs.name collate "und-x-icu", hs.id limit ${limit}`;
}

/**
 * Returns the condition for schools (`hs`) that the actor may see and that match the filter (specification,
 * section 7). Texts match anywhere, ignoring case (phones: digits). Fields combine with AND, values with OR.
 * @throws {Forbidden} with a field that only administrators may filter by
 */
export function highSchoolsWhere(actor: Actor, filter: HighSchoolFilter): SqlFragment {
  authorizeFields(actor, filter);
  const conditions: SqlFragment[] = [];
  if (!isAdmin(actor)) conditions.push(ownSchools(actor));
  for (const [name, { filter: kind }] of HIGH_SCHOOL_FIELD_LIST) {
    const wanted = filter[name as HighSchoolFilterName];
    if (kind === undefined || wanted === undefined) continue;
    conditions.push(CONDITIONS[kind](`hs.${snakeCase(name)}`, wanted));
  }
  return allOf(conditions);
}

const CONDITIONS = {
  text: (column: string, wanted: FilterValue) => containsText(column, String(wanted)),
  phone: (column: string, wanted: FilterValue) => containsPhone(column, String(wanted)),
  status: (column: string, wanted: FilterValue) => isAnyOf(column, [wanted].flat()),
};
type FilterValue = string | readonly string[];

/** Fields that are hidden can't be filtered by, because repeated queries would reveal their values. */
function authorizeFields(actor: Actor, filter: HighSchoolFilter): void {
  if (can(actor, 'highSchool.readRemarks')) return;
  const hidden = Object.keys(presentFields(filter)).filter((field) => isRemark(field));
  if (hidden.length > 0) throw new Forbidden(SCHOOL_MESSAGES.filtersNotAllowed(hidden.join(', ')));
}

function isRemark(field: string): boolean {
  const remarks: readonly string[] = HIGH_SCHOOL_REMARKS;
  return remarks.includes(field);
}

/** Returns the condition for schools (`hs`) where the actor is on the staff. */
function ownSchools(actor: Actor): SqlFragment {
  return isAnyOf('hs.id', actor.kind === 'user' ? actor.highSchoolIds : []);
}
