import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { comparedContents } from '#app/domain/designations/compared-contents.ts';
import { loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { findReturnedContents } from '#app/domain/designations/returned-contents.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import { can } from '#app/policy/authorize.ts';
import type { DesignationAnswer } from '#app/schemas/designation.ts';
import type { ChangesSinceReturn } from '#app/schemas/designation-comparison.ts';

/** A designation as its page shows it. */
export interface ReviewedDesignation {
  readonly designation: DesignationAnswer;
  /** For administrators: what changed since it was returned; null where it was not, or is decided. */
  readonly changesSinceReturn: ChangesSinceReturn | null;
}

/**
 * One designation with its students and, for administrators, what became of it since its return. That students are
 * shown, those who were removed meanwhile included, is recorded in the same transaction. Throws NotFound for ids the
 * actor may not know.
 */
export async function reviewDesignation(ctx: Ctx, id: string): Promise<ReviewedDesignation> {
  return inSnapshot(ctx, async (tx) => {
    const designation = await loadDesignation(tx, id);
    const returned = can(tx.actor, 'designation.decide', designation)
      ? await findReturnedContents(tx, id)
      : null;
    const present = new Set(designation.students.map((student) => student.id));
    const formerIds = (returned?.contents.students ?? []).flatMap((student) =>
      present.has(student.id) ? [] : [student.id],
    );
    await discloseStudents(tx, 'designation.read', designation, formerIds);
    if (returned === null) return { designation, changesSinceReturn: null };
    const { returnedAt, contents } = returned;
    return {
      designation,
      changesSinceReturn: { returnedAt, ...comparedContents(contents, designation) },
    };
  });
}
