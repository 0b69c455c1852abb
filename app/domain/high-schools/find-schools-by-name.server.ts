import type { FilterQuery } from '@mikro-orm/postgresql';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { escapeLike } from '#app/domain/sql-fragment.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';
import { isUuid } from '#app/schemas/route-params.ts';
import { type HighSchool, HighSchoolEntity } from '#db/entities/high-school.ts';
import { byName } from '#db/name-order.ts';
import { type FoundSchool, readSchoolsByName } from './high-school-queries.server.ts';

/** A longer list wouldn't be read. */
const FOUND_MAX = 20;

/** Finds the first schools whose names contain a text: exact matches first, then from A to Z. */
export async function findSchoolsByName(ctx: Ctx, name: string): Promise<FoundSchool[]> {
  authorize(ctx.actor, 'highSchool.list');
  return readSchoolsByName(ctx, name, FOUND_MAX);
}

/** Maximum number of candidates in an error message. */
const NAMED_MAX = 5;

/**
 * Resolves an active school's whole name, or name and town ('North High, Juneau'), to an id, where a wrong school would
 * do harm.
 * @throws {Invalid} on the field, with the candidates
 */
export async function resolveActiveSchoolName(ctx: Ctx, typed: string, field: string): Promise<string> {
  if (typed === '') throw new Invalid([{ path: [field], message: SCHOOL_MESSAGES.noneChosen }]);
  const isActive = ({ status }: FoundSchool) => status === 'ACTIVE';
  const found = (await findSchoolsByName(ctx, typed)).filter(isActive);
  const named = found.filter(({ name }) => isSame(name, typed));
  const candidates = named.length > 0 ? named : (await ofTown(ctx, typed)).filter(isActive);
  return onlyOne(candidates, field, SCHOOL_MESSAGES.noneActiveNamed(typed));
}

/**
 * Resolves a typed name to an id: the whole name, a unique part, or name and town ('North High, Juneau').
 * @throws {Invalid} on the field, with the candidates
 */
export async function resolveSchoolName(ctx: Ctx, typed: string, field: string): Promise<string> {
  if (typed === '') throw new Invalid([{ path: [field], message: SCHOOL_MESSAGES.noneChosen }]);
  const found = await findSchoolsByName(ctx, typed);
  const named = found.filter(({ name }) => isSame(name, typed));
  const candidates = named.length > 0 ? named : found.length > 0 ? found : await ofTown(ctx, typed);
  return onlyOne(candidates, field, SCHOOL_MESSAGES.noneFound(typed));
}

/** Returns the only candidate's id. */
function onlyOne(candidates: readonly FoundSchool[], field: string, noneFound: string): string {
  const [only, ...others] = candidates;
  if (only === undefined) throw new Invalid([{ path: [field], message: noneFound }]);
  if (others.length === 0) return only.id;
  const choices = candidates.slice(0, NAMED_MAX).map(({ name, city }) => `${name}, ${city}`);
  const more = candidates.length > NAMED_MAX ? '; and more' : '';
  throw new Invalid([
    {
      path: [field],
      message: SCHOOL_MESSAGES.severalFound(`${choices.join('; ')}${more}`),
    },
  ]);
}

/** Finds schools by name and town, typed as 'NAME, TOWN'. */
async function ofTown(ctx: Ctx, typed: string): Promise<FoundSchool[]> {
  const comma = typed.lastIndexOf(',');
  if (comma < 1) return [];
  const [name, town] = [typed.slice(0, comma).trim(), typed.slice(comma + 1).trim()];
  const found = await findSchoolsByName(ctx, name);
  return found.filter((school) => isSame(school.name, name) && isSame(school.city, town));
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Maximum number of candidates, few enough to compare at a glance. */
const CANDIDATES_MAX = 20;

/** A school with the references people use for it. */
export type ReferencedSchool = Readonly<Pick<HighSchool, 'id' | 'name' | 'bannerCode'>>;

/**
 * Finds schools by id, then by banner code, then by name, ignoring case. For administrators. If several
 * match, the caller chooses.
 */
export async function findSchoolsByReference(ctx: Ctx, reference: string): Promise<ReferencedSchool[]> {
  authorize(ctx.actor, 'highSchool.readRemarks');
  const text = reference.trim();
  const ways: readonly FilterQuery<HighSchool>[] = [
    ...(isUuid(text) ? [{ id: text }] : []),
    ...(text === '' ? [] : [{ bannerCode: { $ilike: escapeLike(text) } }]),
    { name: { $ilike: escapeLike(text) } },
  ];
  for (const where of ways) {
    const found = await ctx.em.find(HighSchoolEntity, where, {
      fields: ['id', 'name', 'bannerCode'],
      orderBy: [{ [byName<HighSchool>('name')]: 'asc' }, { id: 'asc' }],
      limit: CANDIDATES_MAX,
      disableIdentityMap: true,
    });
    if (found.length > 0) return found;
  }
  return [];
}
