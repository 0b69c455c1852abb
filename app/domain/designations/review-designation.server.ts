import { type Ctx, inSnapshot } from '#app/domain/ctx.server.ts';
import { comparedContents } from './compared-contents.ts';
import { correctionsDue, decisionTexts, designationLink } from './designation-emails.ts';
import { readDesignationFacts, readEarlierYears } from './designation-queries.server.ts';
import { loadDesignation } from './get-designation.server.ts';
import { findReturnedContents } from './returned-contents.server.ts';
import { discloseStudents } from '#app/domain/students/disclose-students.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize, authorizeToSee, can } from '#app/policy/authorize.ts';
import { hasReceipt } from '#app/schemas/enums.ts';
import type { YearFigures } from '#app/schemas/designation-review.ts';
import type { DesignationDetailsResponse } from '#app/schemas/designation-screens.ts';

/**
 * Returns a designation with its students and, for administrators, the changes since its return. Records the
 * disclosure, including removed students.
 * @throws {NotFound} when the actor may not see it
 */
export async function reviewDesignation(
  ctx: Ctx,
  id: string,
): Promise<Pick<DesignationDetailsResponse, 'designation' | 'changesSinceReturn' | 'hasCopy'>> {
  return inSnapshot(ctx, async (tx) => {
    const designation = await loadDesignation(tx, id);
    const stored = await findReturnedContents(tx, id);
    const returned = can(tx.actor, 'designation.decide', designation) ? stored : null;
    const { status } = designation;
    const hasCopy = hasReceipt(status) || (status === 'RETURNED' && stored !== null);
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

/**
 * Returns the page's other data in one statement.
 * @throws {NotFound} when the actor may not see it
 */
export async function getReviewFacts(
  ctx: Ctx,
  designation: { readonly id: string; readonly highSchoolId: string },
): Promise<Pick<DesignationDetailsResponse, 'acceptedTerms' | 'email'>> {
  authorizeToSee(ctx.actor, 'designation.read', designation);
  const facts = await readDesignationFacts(ctx, designation.id);
  if (facts === null) throw new NotFound();
  const { appName, appUrl, contactEmail } = ctx.settings;
  const { acceptedTermsAt: at, acceptedTermsVersion: version } = facts;
  return {
    acceptedTerms: at === null || version === null ? null : { at, version },
    email: can(ctx.actor, 'designation.decide', designation)
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

/** Returns the school's earlier designations, newest first, in one statement. For administrators. */
export async function listEarlierYears(
  ctx: Ctx,
  designation: { readonly highSchoolId: string; readonly year: number },
): Promise<YearFigures[]> {
  authorize(ctx.actor, 'designation.decide', designation);
  return readEarlierYears(ctx, designation);
}
