import type { Ctx } from '#app/domain/ctx.server.ts';
import { highSchoolsWhere } from '#app/domain/high-schools/high-schools-where.ts';
import { authorize } from '#app/policy/authorize.ts';

/** A school to choose from; the town tells two of one name apart. */
export interface FoundSchool {
  readonly id: string;
  readonly name: string;
  readonly city: string;
}

/** So many that a longer list would not be read. */
const FOUND_MAX = 20;

/** The first schools, of those the actor may know, with this text in their name: the very name first, then from A to Z. */
export async function findSchoolsByName(ctx: Ctx, name: string): Promise<FoundSchool[]> {
  authorize(ctx.actor, 'highSchool.list');
  const where = highSchoolsWhere(ctx.actor, { name });
  return ctx.em.execute<FoundSchool[]>(
    `select hs.id, hs.name, hs.address_city as city from high_school hs where ${where.sql}
      order by lower(hs.name) <> lower(?), hs.name collate "und-x-icu", hs.id limit ${FOUND_MAX}`,
    [...where.params, name],
  );
}
