import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { readSubmission } from './designation-queries.server.ts';
import { loadDesignation } from './get-designation.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import { Conflict } from '#app/lib/domain-errors.ts';
import { hasReceipt } from '#app/schemas/enums.ts';
import { shortReference } from '#app/lib/text/short-reference.ts';
import { isAdmin } from '#app/policy/actor.ts';
import type { DesignationResponse } from '#app/schemas/designation.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import type { Receipt } from '#app/schemas/designation-screens.ts';

/** A submitted designation in its current state, with its last submission and the last change since. */
type SubmittedDesignation = DesignationResponse & Pick<Receipt, 'reference' | 'submission' | 'changed'>;

/**
 * Returns a submitted designation for printing (specification, section 2, Submitted), with a disclosure.
 * @throws {NotFound} when the actor may not see the designation
 * @throws {Conflict} when it isn't submitted
 */
export async function getReceipt(ctx: Ctx, id: string): Promise<SubmittedDesignation> {
  return inSnapshot(ctx, async (tx) => {
    const designation = await loadDesignation(tx, id);
    if (!hasReceipt(designation.status)) {
      throw new Conflict(DESIGNATION_MESSAGES.notSubmitted);
    }
    const submitted = await findSubmission(tx, id);
    const reference = shortReference(designation.academicYear.year, id);
    await discloseStudents(tx, 'designation.receipt', designation);
    return { ...designation, reference, ...submitted };
  });
}

/** How staff see users who aren't on their school's staff. */
const OFFICE = 'the office';

/** Returns the last submission and the last change since to the school's fields. */
export async function findSubmission(ctx: Ctx, id: string): Promise<Pick<Receipt, 'submission' | 'changed'>> {
  const row = await readSubmission(ctx, id);
  if (row === null) return { submission: null, changed: null };
  const { changedAt } = row;
  const by = row.isOfSchool || isAdmin(ctx.actor) ? row.changedBy : null;
  return {
    submission: { by: row.by, at: row.at },
    changed: changedAt === null ? null : { by: by ?? OFFICE, at: changedAt },
  };
}
