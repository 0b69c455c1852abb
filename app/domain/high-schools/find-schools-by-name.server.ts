import type { Ctx } from '#app/domain/ctx.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type FoundSchool, readSchoolsByName } from './high-school-queries.server.ts';

/** So many that a longer list would not be read. */
const FOUND_MAX = 20;

/** The first schools, of those the actor may know, with this text in their name: the very name first, then from A to Z. */
export async function findSchoolsByName(ctx: Ctx, name: string): Promise<FoundSchool[]> {
  authorize(ctx.actor, 'highSchool.list');
  return readSchoolsByName(ctx, name, FOUND_MAX);
}
