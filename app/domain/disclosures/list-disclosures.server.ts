import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { type Page, pageClause } from '#app/domain/listing.ts';
import type { SqlFragment } from '#app/domain/sql-fragment.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { StudentDisclosure, StudentDisclosuresAnswer } from '#app/schemas/student-disclosure.ts';
import type { Door } from '#app/schemas/enums.ts';
import { disclosuresOfStudent } from './disclosure-queries.server.ts';

interface DisclosureRow {
  id: string;
  at: string;
  door: Door;
  purpose: string;
  filter: Record<string, unknown>;
  row_count: number;
  actor_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
}

/**
 * Who obtained a student's data (34 CFR 99.32; decisions, section 8), newest first. For administrators. The student's list may have been
 * replaced since: what was disclosed of it then is still told. Full backups made while the student was stored are among them. Throws
 * NotFound where neither the student nor a disclosure is known.
 */
export async function listDisclosures(ctx: Ctx, studentId: string): Promise<StudentDisclosure[]> {
  authorize(ctx.actor, 'students.readDisclosures');
  const source = await disclosuresOfStudent(ctx, studentId);
  if (source === null)
    throw new NotFound('There is no student with this id, and nothing was disclosed of one.');
  return readDisclosures(ctx, source, {});
}

interface PlaceRow {
  position: number;
  school: string;
  year: number;
}

/**
 * A page of the same for a student of a designation, with its place in the list instead of its data: none is handed out here. For
 * administrators. Throws NotFound where the designation has no such student.
 */
export async function getStudentDisclosures(
  ctx: Ctx,
  { designationId, studentId, page }: { designationId: string; studentId: string; page: Page },
): Promise<StudentDisclosuresAnswer> {
  authorize(ctx.actor, 'students.readDisclosures');
  const [student] = await ctx.em.execute<PlaceRow[]>(
    `select s.position, h.name as school, y.year
       from student s join designation d on d.id = s.designation_id
       join high_school h on h.id = d.high_school_id join academic_year y on y.id = d.academic_year_id
      where s.id = ? and d.id = ?`,
    [studentId, designationId],
  );
  if (student === undefined) throw new NotFound();
  const source = await disclosuresOfStudent(ctx, studentId);
  if (source === null) throw new NotFound();
  const [count] = await ctx.em.execute<{ total: number }[]>(
    `select count(*)::int as total from ${source.sql}`,
    [...source.params],
  );
  return {
    designationId,
    studentId,
    place: student.position + 1,
    highSchoolName: student.school,
    year: student.year,
    disclosures: await readDisclosures(ctx, source, page),
    total: count?.total ?? 0,
  };
}

async function readDisclosures(ctx: Ctx, source: SqlFragment, page: Page): Promise<StudentDisclosure[]> {
  const cut = pageClause(page);
  const rows = await ctx.em.execute<DisclosureRow[]>(
    `select d.id, d.at, d.door, d.purpose, d.filter, d.row_count, d.actor_id, u.first_name, u.last_name, u.email
       from ${source.sql} left join user_account u on u.id = d.actor_id
      order by d.at desc, d.id${cut.sql}`,
    [...source.params, ...cut.params],
  );
  const names = await namesOf(ctx, rows);
  return rows.map((row) => ({
    id: row.id,
    at: toIso(row.at),
    actor:
      row.actor_id === null
        ? null
        : {
            id: row.actor_id,
            firstName: row.first_name ?? '',
            lastName: row.last_name ?? '',
            email: row.email ?? '',
          },
    door: row.door,
    purpose: row.purpose,
    filter: row.filter,
    names: namesIn(row.filter, names),
    rowCount: row.row_count,
  }));
}

const NAMED_BY = ['academicYearId', 'highSchoolId', 'userId'] as const;

function idsIn(filter: Readonly<Record<string, unknown>>): string[] {
  return NAMED_BY.flatMap((field) => {
    const id = filter[field];
    return typeof id === 'string' ? [id] : [];
  });
}

/** The years, schools and people that the filters name by their ids. */
async function namesOf(ctx: Ctx, rows: readonly DisclosureRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ filter }) => idsIn(filter)))];
  if (ids.length === 0) return new Map();
  const list = `{${ids.join(',')}}`;
  const found = await ctx.em.execute<{ id: string; name: string }[]>(
    `select id, year::text as name from academic_year where id = any (?::uuid[])
      union all select id, name from high_school where id = any (?::uuid[])
      union all select id, trim(first_name || ' ' || last_name) from user_account where id = any (?::uuid[])`,
    [list, list, list],
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

function namesIn(
  filter: Readonly<Record<string, unknown>>,
  names: ReadonlyMap<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    idsIn(filter).flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [[id, name]];
    }),
  );
}
