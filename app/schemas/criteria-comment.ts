import type { Criteria } from '#app/schemas/enums.ts';

export const COMMENT_REQUIRED_MESSAGE =
  "Explain your criteria. A comment is required for 'Other' or if they differ from last year's.";

/** Whether a comment is required: for OTHER, or if the criteria differs from last year's (specification, section 5). */
export function isCommentRequired(criteria: Criteria | null, previousCriteria: Criteria | null): boolean {
  if (criteria === null) return false;
  return criteria === 'OTHER' || (previousCriteria !== null && criteria !== previousCriteria);
}
