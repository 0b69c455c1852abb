import type { Ctx } from '#app/domain/ctx.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import type { Door } from '#app/schemas/enums.ts';

/** That somebody obtained a student's data: who, when, by which door and why. */
export interface StudentDisclosure {
  readonly at: string;
  /** Null for the system, which is whoever runs the command line. */
  readonly actor: {
    readonly id: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
  } | null;
  readonly door: Door;
  /** Like 'designation.read' or 'designations.download'. */
  readonly purpose: string;
  readonly filter: Readonly<Record<string, unknown>>;
  /** How many students were handed out with it, this one included. */
  readonly rowCount: number;
}

interface DisclosureRow {
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
 * replaced since: what was disclosed of it then is still told. Throws NotFound where neither the student nor a disclosure is known.
 */
export async function listDisclosures(ctx: Ctx, studentId: string): Promise<StudentDisclosure[]> {
  authorize(ctx.actor, 'students.readDisclosures');
  const rows = await ctx.em.execute<DisclosureRow[]>(
    `select d.at, d.door, d.purpose, d.filter, d.row_count, d.actor_id, u.first_name, u.last_name, u.email
       from disclosure d left join user_account u on u.id = d.actor_id
      where d.student_ids @> array[?::uuid] order by d.at desc, d.id`,
    [studentId],
  );
  if (rows.length === 0) {
    const known = await ctx.em.execute<unknown[]>('select 1 from student where id = ?', [studentId]);
    if (known.length === 0)
      throw new NotFound('There is no student with this id, and nothing was disclosed of one.');
  }
  return rows.map((row) => ({
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
    rowCount: row.row_count,
  }));
}
