import type { EntityDTO } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { pageClause } from '#app/domain/listing.ts';
import { allOf, type SqlFragment } from '#app/domain/sql-fragment.ts';
import type { HighSchoolListQuery, HighSchoolSort } from '#app/schemas/high-school.ts';
import type { Direction } from '#app/schemas/listing.ts';
import { type HighSchool, HighSchoolEntity } from '#db/entities/high-school.ts';
import { plainRows } from '#db/plain-rows.ts';
import { highSchoolsWhere, ownSchools } from './high-schools-where.ts';

/** What each sort means under `desc`, the default, and under `asc`, its exact reverse. Schools without fax come last. */
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

/** What a list is asked for; `isOwnOnly` narrows it to schools where the actor is staff. */
export type HighSchoolListing = HighSchoolListQuery & { readonly isOwnOnly?: boolean };

interface DesignationCount {
  /** Of its approved designations, in all years (specification, section 9). */
  readonly designationCount: number;
}

/** Schools that the actor may see and the query finds, in its order and page. */
export async function readHighSchools(
  ctx: Ctx,
  query: HighSchoolListing,
): Promise<(EntityDTO<HighSchool> & DesignationCount)[]> {
  const where = listedWhere(ctx, query);
  const page = pageClause(query);
  const rows = await ctx.em.execute<object[]>(
    `select hs.*, (select count(*)::int from designation d
                    where d.high_school_id = hs.id and d.status = 'APPROVED') as "designationCount"
       from high_school hs where ${where.sql}
      order by ${ORDERS[query.sort ?? 'name'][query.direction ?? 'desc']}${page.sql}`,
    [...where.params, ...page.params],
  );
  return plainRows<HighSchool, DesignationCount>(ctx.em, HighSchoolEntity, rows);
}

/** How many `readHighSchools` finds on all pages. */
export async function countHighSchools(ctx: Ctx, query: HighSchoolListing): Promise<number> {
  const where = listedWhere(ctx, query);
  const [row] = await ctx.em.execute<{ total: number }[]>(
    `select count(*)::int as total from high_school hs where ${where.sql}`,
    [...where.params],
  );
  return row?.total ?? 0;
}

function listedWhere({ actor }: Ctx, { isOwnOnly = false, ...filter }: HighSchoolListing): SqlFragment {
  const mayKnow = highSchoolsWhere(actor, filter);
  return isOwnOnly ? allOf([ownSchools(actor), mayKnow]) : mayKnow;
}

/** Every school, whoever asks. */
export async function readAllHighSchools({ em }: Pick<Ctx, 'em'>): Promise<EntityDTO<HighSchool>[]> {
  const rows = await em.execute<object[]>('select hs.* from high_school hs order by hs.id');
  return plainRows<HighSchool>(em, HighSchoolEntity, rows);
}

/** A school to choose from; the town tells two of one name apart. */
export interface FoundSchool extends Pick<HighSchool, 'id' | 'name'> {
  readonly city: string;
}

/** The first schools, of those the actor may know, with this text in their name: the very name first, then from A to Z. */
export async function readSchoolsByName(ctx: Ctx, name: string, limit: number): Promise<FoundSchool[]> {
  const where = highSchoolsWhere(ctx.actor, { name });
  return ctx.em.execute<FoundSchool[]>(
    `select hs.id, hs.name, hs.address_city as city from high_school hs where ${where.sql}
      order by lower(hs.name) <> lower(?), hs.name collate "und-x-icu", hs.id limit ?`,
    [...where.params, name, limit],
  );
}

/** A school with what a person may call it by. */
export type ReferencedSchool = Readonly<Pick<HighSchool, 'id' | 'name' | 'bannerCode'>>;

/** The schools of this id, else those of this banner code, else those of this name, without regard to case. */
export async function readSchoolsByReference(
  { em }: Pick<Ctx, 'em'>,
  text: string,
  limit: number,
): Promise<ReferencedSchool[]> {
  return em.execute<ReferencedSchool[]>(
    `with meant as (
       select hs.id, hs.name, hs.banner_code,
              case when hs.id::text = lower(?) then 1 when lower(hs.banner_code) = lower(?) then 2 else 3 end as rank
         from high_school hs
        where hs.id::text = lower(?) or (hs.banner_code <> '' and lower(hs.banner_code) = lower(?)) or lower(hs.name) = lower(?))
     select id, name, banner_code as "bannerCode" from meant where rank = (select min(rank) from meant)
      order by name collate "und-x-icu", id limit ?`,
    [text, text, text, text, text, limit],
  );
}
