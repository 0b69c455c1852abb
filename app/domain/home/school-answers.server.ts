import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIsoOrNull } from '#app/domain/instants.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { SCHOOL_STATES, type SchoolState } from '#app/schemas/enums.ts';

/** How far a school is in a year. */
export interface SchoolAnswer {
  readonly id: string;
  readonly name: string;
  readonly bannerCode: string;
  readonly phone: string;
  readonly state: SchoolState;
  readonly classSize: number | null;
  readonly students: number;
  /** How many people it has who can sign in. */
  readonly staff: number;
  /** When the designation was last changed, and when one of the staff last signed in; ISO 8601, null for never. */
  readonly updatedAt: string | null;
  readonly lastSignedInAt: string | null;
}

interface AnswerRow {
  id: string;
  name: string;
  banner_code: string;
  phone: string;
  state: SchoolState;
  class_size: number | null;
  students: number;
  staff: number;
  updated_at: string | null;
  last_signed_in_at: string | null;
}

/**
 * Who has answered in a year: every ACTIVE school, those that have not begun first, then along the way to a decision, each from A to Z; in
 * one statement. For administrators. Throws NotFound for a year that does not exist.
 */
export async function listSchoolAnswers(ctx: Ctx, yearId: string): Promise<SchoolAnswer[]> {
  authorize(ctx.actor, 'home.overview');
  const years = await ctx.em.execute<unknown[]>('select 1 from academic_year where id = ?', [yearId]);
  if (years.length === 0) throw new NotFound();
  const rows = await ctx.em.execute<AnswerRow[]>(
    `select h.id, h.name, h.banner_code, h.phone, coalesce(d.status, 'NOT_STARTED') as state, d.class_size, d.updated_at,
            (select count(*)::int from student s where s.designation_id = d.id) as students,
            people.staff, people.last_signed_in_at
       from high_school h
       left join designation d on d.high_school_id = h.id and d.academic_year_id = ?
      cross join lateral (
        select count(*)::int as staff, max(u.last_signed_in_at) as last_signed_in_at
          from high_school_staff f join user_account u on u.id = f.user_id
         where f.high_school_id = h.id and not u.flags @> '{DELETED}') people
      where h.status = 'ACTIVE'
      order by array_position(string_to_array(?, ','), coalesce(d.status, 'NOT_STARTED')), h.name collate "und-x-icu", h.id`,
    [yearId, SCHOOL_STATES.join(',')],
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    bannerCode: row.banner_code,
    phone: row.phone,
    state: row.state,
    classSize: row.class_size,
    students: row.students,
    staff: row.staff,
    updatedAt: toIsoOrNull(row.updated_at),
    lastSignedInAt: toIsoOrNull(row.last_signed_in_at),
  }));
}
