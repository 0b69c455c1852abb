import { isCommentRequired } from '#app/schemas/designation-fields.ts';
import { designationSize } from '#app/schemas/designation-size.ts';
import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { type Criteria, criteriaLabel } from '#app/schemas/enums.ts';

/** "With a class of 87, you'll designate 9 students.", updated while typing. */
export function DerivedNumber({ classSize }: { classSize: number | null }) {
  return (
    <p className="form-text mt-2 mb-0" role="status">
      {classSize === null
        ? "You'll designate 10% of the class, at least one student."
        : `With a class of ${formatNumber(classSize)}, you'll designate ${counted(designationSize(classSize), 'student')}.`}
    </p>
  );
}

/** The criteria of the school's latest earlier designation; the comment may be blank. */
export interface PreviousMethod {
  readonly criteria: Criteria;
  readonly comment: string;
  readonly year: number;
}

/** Quotes the comment of the earlier designation. Nothing is filled in from it. */
export function PreviousComment({ previous }: { previous: PreviousMethod | null }) {
  if (previous === null || previous.comment === '') return null;
  return (
    <figure className="form-text my-0">
      <figcaption>Your school&apos;s comment in {previous.year}:</figcaption>
      <blockquote className="mb-0 text-break text-pre-line">“{previous.comment}”</blockquote>
    </figure>
  );
}

/** Returns the hint for criteria: what the school used before. */
export function previousSentence(previous: PreviousMethod | null): string {
  if (previous === null) return 'How your school ranked the junior class.';
  const criteria = previous.criteria === 'OTHER' ? 'other criteria' : criteriaLabel(previous.criteria);
  return `In ${previous.year}, your school used ${criteria}. If this year's criteria differ, explain why in the comment.`;
}

/** Explains what a required comment must say (specification, section 5). Not an error until Continue. */
export function commentHint(
  criteria: Criteria | null,
  previousCriteria: Criteria | null,
): string | undefined {
  if (!isCommentRequired(criteria, previousCriteria)) return undefined;
  return criteria === 'OTHER'
    ? 'Describe the criteria you used.'
    : "Explain why you're using different criteria this year.";
}
