import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { hasReceipt } from '#app/lib/receipt-status.ts';
import { isAdmin } from '#app/policy/actor.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

/** A submitted designation as it stands now, with who handed it in last and when, and who changed it since. */
export interface SubmittedDesignation extends DesignationAnswer {
  /** Null where no school did: an administrator set the status. */
  readonly submission: { readonly by: string; readonly at: string } | null;
  /** The last change of its contents since then; to staff an administrator is 'the office'. */
  readonly changed: { readonly by: string; readonly at: string } | null;
}

/**
 * What a school submitted, for its papers (specification, section 2, Submitted). That its students are read is recorded in the
 * same transaction. Throws NotFound for ids the actor may not know, Conflict for what is not submitted.
 */
export async function getReceipt(ctx: Ctx, id: string): Promise<SubmittedDesignation> {
  return inTransaction(ctx, async (tx) => {
    const designation = await loadDesignation(tx, id);
    if (!hasReceipt(designation.status)) {
      throw new Conflict('This designation is not submitted. There is a receipt as soon as it is.');
    }
    const submitted = await findSubmission(tx, id);
    await discloseStudents(tx, 'designation.receipt', designation);
    return { ...designation, ...submitted };
  });
}

/** How staff are told of whoever is not of their school. */
const OFFICE = 'the office';

interface SubmissionRow {
  at: string;
  by: string;
  changed_at: string | null;
  changed_by: string | null;
  is_of_school: boolean;
}

/** The last submission, and the last change since of what a school enters. */
async function findSubmission(
  ctx: Ctx,
  id: string,
): Promise<Pick<SubmittedDesignation, 'submission' | 'changed'>> {
  const [row] = await ctx.em.execute<SubmissionRow[]>(
    `select e.at, u.first_name || ' ' || u.last_name as by, c.at as changed_at, c.by as changed_by,
            coalesce(c.is_of_school, false) as is_of_school
       from event e join user_account u on u.id = e.actor_id
       left join lateral (
         select l.at, a.first_name || ' ' || a.last_name as by, not 'ADMIN' = any(a.flags) or exists (
                  select from designation d join high_school_staff s on s.high_school_id = d.high_school_id
                   where d.id = l.subject_id and s.user_id = a.id) as is_of_school
           from event l left join user_account a on a.id = l.actor_id
          where l.subject_type = 'DESIGNATION' and l.subject_id = e.subject_id and l.at > e.at
            and jsonb_exists_any(l.changes, array['classSize', 'criteria', 'criteriaComment', 'students'])
          order by l.at desc, l.id desc limit 1) c on true
      where e.subject_type = 'DESIGNATION' and e.subject_id = ? and e.kind = 'designation.submitted'
      order by e.at desc, e.id limit 1`,
    [id],
  );
  if (row === undefined) return { submission: null, changed: null };
  const isNamed = row.is_of_school || isAdmin(ctx.actor);
  return {
    submission: { by: row.by, at: toIso(row.at) },
    changed:
      row.changed_at === null
        ? null
        : { by: (isNamed ? row.changed_by : null) ?? OFFICE, at: toIso(row.changed_at) },
  };
}
