import type { Ctx } from '#app/domain/ctx.server.ts';
import { type Page, pageClause } from '#app/domain/listing.ts';
import type { DuplicatePair } from '#app/schemas/duplicate-pair.ts';

/** Each pair once: the row whose school comes first by name. */
const PAIRS = `designation d
  join designation_match m on m.designation_id = d.id
  join designation e on e.id = m.other_id
  join high_school h on h.id = d.high_school_id
  join high_school g on g.id = e.high_school_id
  where d.academic_year_id = ? and (h.name collate "und-x-icu", h.id) < (g.name collate "und-x-icu", g.id)`;

const side = (designation: string, school: string) =>
  `json_build_object('id', ${designation}.id, 'status', ${designation}.status,
                     'highSchool', json_build_object('id', ${school}.id, 'name', ${school}.name))`;

/** Returns a page of a year's pairs of designations with matching students, by the schools' names. */
export function readDuplicatePairs(
  { em }: Pick<Ctx, 'em'>,
  yearId: string,
  page: Page,
): Promise<Omit<DuplicatePair, 'academicYear'>[]> {
  const cut = pageClause(page);
  return em.execute(
    `select m.students, json_build_array(${side('d', 'h')}, ${side('e', 'g')}) as designations
       from ${PAIRS}
      order by h.name collate "und-x-icu", h.id, g.name collate "und-x-icu", g.id${cut.sql}`,
    [yearId, ...cut.params],
  );
}

/** Counts a year's pairs. */
export async function countDuplicatePairs({ em }: Pick<Ctx, 'em'>, yearId: string): Promise<number> {
  const [counted] = await em.execute<{ total: number }[]>(`select count(*)::int as total from ${PAIRS}`, [
    yearId,
  ]);
  return counted?.total ?? 0;
}
