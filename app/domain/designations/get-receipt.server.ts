import { type Ctx, inTransaction } from '#app/domain/ctx.server.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { hasReceipt } from '#app/lib/receipt-status.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';

/** A submitted designation, with who handed it in last and when. */
export interface SubmittedDesignation extends DesignationAnswer {
  /** Null where no school did: an administrator set the status. */
  readonly submission: { readonly by: string; readonly at: string } | null;
}

/**
 * What a school submitted, for its papers (specification, section 2, Submitted). An administrator's reading is disclosed in the
 * same transaction. Throws NotFound for ids the actor may not know, Conflict for what is not submitted.
 */
export async function getReceipt(ctx: Ctx, id: string): Promise<SubmittedDesignation> {
  return inTransaction(ctx, async (tx) => {
    const designation = await loadDesignation(tx, id);
    if (!hasReceipt(designation.status)) {
      throw new Conflict('This designation is not submitted. There is a receipt as soon as it is.');
    }
    const submission = await findSubmission(tx, id);
    await discloseStudents(tx, 'designation.receipt', designation);
    return { ...designation, submission };
  });
}

async function findSubmission(ctx: Ctx, id: string): Promise<SubmittedDesignation['submission']> {
  const [row] = await ctx.em.execute<{ at: string; by: string }[]>(
    `select e.at, u.first_name || ' ' || u.last_name as by
       from event e join user_account u on u.id = e.actor_id
      where e.subject_type = 'DESIGNATION' and e.subject_id = ? and e.kind = 'designation.submitted'
      order by e.at desc, e.id limit 1`,
    [id],
  );
  return row === undefined ? null : { by: row.by, at: toIso(row.at) };
}
