import { findActiveYear } from '#app/domain/academic-years/read-academic-years.server.ts';
import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { comparedContents } from './compared-contents.ts';
import { designationsWhere, findNeighbors } from './designation-list-queries.server.ts';
import { correctionsDue, decisionTexts, designationLink } from './designation-emails.ts';
import { readDesignations } from './designation-page-queries.server.ts';
import { readDesignationFacts, readEarlierYears } from './designation-queries.server.ts';
import { loadDesignation } from './get-designation.server.ts';
import { findReturnedContents } from './returned-contents.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToKnow, can } from '#app/policy/authorize.ts';
import { hasReceipt } from '#app/schemas/enums.ts';
import type { Neighbor, YearFigures } from '#app/schemas/designation-review.ts';
import type { DesignationDetailsAnswer } from '#app/schemas/designation-screens.ts';
import type { DesignationListAddress } from '#app/schemas/designation.ts';

/**
 * Returns a designation with its students and, for administrators, the changes since its return. Records the
 * disclosure, including removed students. Throws NotFound when the actor may not know it.
 */
export async function reviewDesignation(
  ctx: Ctx,
  id: string,
): Promise<Pick<DesignationDetailsAnswer, 'designation' | 'changesSinceReturn' | 'hasCopy'>> {
  return inSnapshot(ctx, async (tx) => {
    const designation = await loadDesignation(tx, id);
    const kept = await findReturnedContents(tx, id);
    const returned = can(tx.actor, 'designation.decide', designation) ? kept : null;
    const { status } = designation;
    const hasCopy = hasReceipt(status) || (status === 'RETURNED' && kept !== null);
    const present = new Set(designation.students.map(({ id }) => id));
    const shownIds = (returned?.contents.students ?? []).map(({ id }) => id);
    const formerIds = shownIds.filter((studentId) => !present.has(studentId));
    await discloseStudents(tx, 'designation.read', designation, formerIds);
    if (returned === null) return { designation, hasCopy, changesSinceReturn: null };
    const { returnedAt, contents } = returned;
    return {
      designation,
      hasCopy,
      changesSinceReturn: { returnedAt, ...comparedContents(contents, designation) },
    };
  });
}

/** Returns the page's other data in one statement. Throws NotFound if the actor may not know it. */
export async function getReviewFacts(
  ctx: Ctx,
  designation: { readonly id: string; readonly highSchoolId: string },
): Promise<Pick<DesignationDetailsAnswer, 'acceptedTerms' | 'mail'>> {
  authorizeToKnow(ctx.actor, 'designation.read', designation);
  const facts = await readDesignationFacts(ctx, designation.id);
  if (facts === null) throw new NotFound();
  const { appName, appUrl, contactEmail } = ctx.settings;
  const { acceptedTermsAt: at, acceptedTermsVersion: version } = facts;
  return {
    acceptedTerms: at === null || version === null ? null : { at, version },
    mail: can(ctx.actor, 'designation.decide', designation)
      ? {
          staff: [...facts.staff],
          texts: decisionTexts(facts.notices),
          settings: { appName, appUrl, contactEmail },
          correctionsDue: correctionsDue(ctx.settings, facts),
          link: designationLink(ctx.settings, designation.id),
        }
      : null,
  };
}

/** Finds the active year's next pending designation by school, wrapping around; null if there is no other. */
export async function findNextPending(ctx: Ctx, id: string): Promise<Neighbor | null> {
  const active = await findActiveYear(ctx);
  if (active === null) return null;
  const list: DesignationListAddress = { status: ['PENDING'], academicYearId: active.id };
  const { next } = await findNeighbors(ctx, { id, list });
  if (next !== null) return next;
  const first = await readDesignations(ctx, designationsWhere(ctx, list), list, { limit: 2 });
  const other = first.find((designation) => designation.id !== id);
  if (other === undefined) return null;
  return { id: other.id, name: other.highSchool.name, year: other.academicYear.year };
}

/** Returns the school's earlier designations, newest first, in one statement. For administrators. */
export async function listEarlierYears(
  ctx: Ctx,
  designation: { readonly highSchoolId: string; readonly year: number },
): Promise<YearFigures[]> {
  authorize(ctx.actor, 'designation.decide', designation);
  return readEarlierYears(ctx, designation);
}
