import type {
  EntityName,
  FilterQuery,
  FindOptions,
  Loaded,
  NoInfer,
  PopulatePath,
} from '@mikro-orm/postgresql';
import type { Direction } from '#app/schemas/listing.ts';
import type { Ctx } from './ctx.server.ts';
import { sql, type SqlFragment } from './sql-fragment.ts';

/** `total` is null if the whole list was requested. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly total: number | null;
}

export interface Page {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** Finds the rows of a page, and counts those of all pages. */
export async function findListing<
  Entity extends object,
  Hint extends string = never,
  Fields extends string = PopulatePath.ALL,
  Excludes extends string = never,
>(
  { em }: Pick<Ctx, 'em'>,
  entity: EntityName<Entity>,
  where: FilterQuery<NoInfer<Entity>>,
  options: FindOptions<Entity, Hint, Fields, Excludes>,
): Promise<Listing<Loaded<Entity, Hint, Fields, Excludes>>> {
  const items = await em.find(entity, where, options);
  return { items, total: options.limit === undefined ? null : await em.count(entity, where) };
}

/** Returns a list's direction by name: `desc`, the default, is from A to Z (specification, section 9). */
export function alphabetical(direction: Direction | undefined): Direction {
  return direction === 'asc' ? 'desc' : 'asc';
}

/** Returns the SQL of a page. Without a limit, the rest of the list. */
export function pageClause({ limit, offset }: Page): SqlFragment {
  const most = limit === undefined ? sql`` : sql` limit ${limit}`;
  return offset === undefined ? most : sql`${most} offset ${offset}`;
}
