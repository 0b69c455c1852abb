import type { Ctx } from '#app/domain/ctx.server.ts';
import {
  MAIL_FACTS_COLUMNS,
  type MailFactsRow,
  schoolDatesOf,
} from '#app/domain/designations/designation-for-change.server.ts';
import {
  correctionsDue,
  decisionTexts,
  designationLink,
} from '#app/domain/designations/designation-mails.ts';
import { DESIGNATION_TABLES } from '#app/domain/designations/designation-rows.server.ts';
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

type FactsRow = MailFactsRow & { accepted_terms_at: string | null; accepted_terms_version: string | null };

/** Reads them in one statement. Throws NotFound for designations the actor may not know. */
export async function getReviewFacts(
  ctx: Ctx,
  designation: { readonly id: string; readonly highSchoolId: string },
): Promise<ReviewFacts> {
  authorizeToKnow(ctx.actor, 'designation.read', designation);
  const [row] = await ctx.em.execute<FactsRow[]>(
    `select d.accepted_terms_at, d.accepted_terms_version, ${MAIL_FACTS_COLUMNS}
       from ${DESIGNATION_TABLES} where d.id = ?`,
    [designation.id],
  );
  if (row === undefined) throw new NotFound();
  const { appName, appUrl, contactEmail } = ctx.settings;
  const { accepted_terms_at: at, accepted_terms_version: version } = row;
  return {
    acceptedTerms: at === null || version === null ? null : { at: toIso(at), version },
    mail: can(ctx.actor, 'designation.decide', designation)
      ? {
          staff: row.staff,
          texts: decisionTexts(row.notices),
          settings: { appName, appUrl, contactEmail },
          correctionsDue: correctionsDue(ctx.settings, schoolDatesOf(row)),
          link: designationLink(ctx.settings, designation.id),
        }
      : null,
  };
}
