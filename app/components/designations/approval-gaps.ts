import type { Issue } from '#app/lib/domain-errors.ts';

/** Describes to a reviewer what is missing from a designation, based on the issues that prevent submitting it. */
export function approvalGaps(issues: readonly Issue[]): string[] {
  const incomplete = new Set<string | number>();
  const gaps: string[] = [];
  for (const { path, message } of issues) {
    const [field, index] = path;
    if (field === 'students' && index !== undefined) incomplete.add(index);
    else gaps.push(GAP_MESSAGES[String(field)] ?? message);
  }
  if (incomplete.size === 1) gaps.push("One student's details are incomplete.");
  if (incomplete.size > 1) gaps.push(`The details of ${incomplete.size} students are incomplete.`);
  return gaps;
}

const GAP_MESSAGES: Readonly<Record<string, string>> = {
  acceptedTermsAndConditions: "The school hasn't accepted the designation terms.",
  classSize: 'The class size is missing.',
  criteria: 'The criteria are missing.',
  criteriaComment:
    "The criteria comment is missing. It's required for 'Other' or if the criteria differ from last year's.",
};
