import type { Ctx } from '#app/domain/ctx.server.ts';
import { findSchoolsByName } from '#app/domain/high-schools/find-schools-by-name.server.ts';
import type { FoundSchool } from '#app/domain/high-schools/high-school-queries.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';

/** Schools that a refusal names to choose from. */
const NAMED_MAX = 5;

/**
 * The id of the one school that a typed name means: its whole name, a part that no other has, or name and town, 'North High, Juneau',
 * where several have one name. Throws Invalid at the field, naming the schools to choose from.
 */
export async function schoolOfName(ctx: Ctx, typed: string, field: string): Promise<string> {
  if (typed === '') throw new Invalid([{ path: [field], message: 'Choose a high school.' }]);
  const found = await findSchoolsByName(ctx, typed);
  const named = found.filter(({ name }) => isSame(name, typed));
  const candidates = named.length > 0 ? named : found.length > 0 ? found : await ofTown(ctx, typed);
  const [only, ...others] = candidates;
  if (only === undefined) {
    throw new Invalid([{ path: [field], message: `No high school has '${typed}' in its name.` }]);
  }
  if (others.length === 0) return only.id;
  const choices = candidates.slice(0, NAMED_MAX).map(({ name, city }) => `${name}, ${city}`);
  const more = candidates.length > NAMED_MAX ? '; and more' : '';
  throw new Invalid([
    { path: [field], message: `Which one is meant? Type one of these: ${choices.join('; ')}${more}.` },
  ]);
}

/** Those of a name in a town, typed as 'NAME, TOWN'. */
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
