import type { Ctx } from '#app/domain/ctx.server.ts';
import { schoolDatesOf } from '#app/domain/designations/designation-for-change.server.ts';
import {
  correctionsDue,
  decisionTexts,
  designationLink,
} from '#app/domain/designations/designation-mails.ts';
import { readDesignationFacts } from '#app/domain/designations/designation-queries.server.ts';
import { toIso } from '#app/domain/instants.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorizeToKnow, can } from '#app/policy/authorize.ts';
import type { DecisionMailContext } from '#app/schemas/designation-review.ts';

/** What a designation's page shows beside its answer. */
export interface ReviewFacts {
  /** When the school accepted which version of the terms; null where it has not. */
  readonly acceptedTerms: { readonly at: string; readonly version: string } | null;
  /** For administrators: whom a decision's mail would reach, and what its text depends on. */
  readonly mail: DecisionMailContext | null;
}

/** Reads them in one statement. Throws NotFound for designations the actor may not know. */
export async function getReviewFacts(
  ctx: Ctx,
  designation: { readonly id: string; readonly highSchoolId: string },
): Promise<ReviewFacts> {
  authorizeToKnow(ctx.actor, 'designation.read', designation);
  const facts = await readDesignationFacts(ctx, designation.id);
  if (facts === null) throw new NotFound();
  const { appName, appUrl, contactEmail } = ctx.settings;
  const { acceptedTermsAt: at, acceptedTermsVersion: version } = facts;
  return {
    acceptedTerms: at === null || version === null ? null : { at: toIso(at), version },
    mail: can(ctx.actor, 'designation.decide', designation)
      ? {
          staff: [...facts.staff],
          texts: decisionTexts(facts.notices),
          settings: { appName, appUrl, contactEmail },
          correctionsDue: correctionsDue(ctx.settings, schoolDatesOf(facts)),
          link: designationLink(ctx.settings, designation.id),
        }
      : null,
  };
}
